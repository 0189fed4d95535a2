// @ts-check
// Copies a new link, or a code.

import { byId, offerCopy, t } from "../page.js";

if (byId("link")) offerCopy(byId("link", HTMLInputElement), byId("copy", HTMLButtonElement), t("js.projects.copied"));
