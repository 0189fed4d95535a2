import { t } from "../calling.js";

/** The distinct texts in quotes, one after the other. */
export function listed(texts) {
  return [...new Set(texts)].map((text) => t("js.annotating.quoted", { text })).join(t("js.annotating.or"));
}
