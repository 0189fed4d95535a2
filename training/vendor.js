// Brings what pages use of other people's packages into static/vendor, unmodified: `npm run vendor`.
// vendored.json says of each file where it is from, its version, licence and hash.

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const INTO = "src/stumper/web/static/vendor";
const FROM = [
  { name: "@fontsource-variable/inter", files: ["files/inter-latin-wght-normal.woff2", "LICENSE"] },
  { name: "lit-html", files: ["lit-html.js", "LICENSE"] },
];

rmSync(INTO, { recursive: true, force: true });
const vendored = FROM.flatMap(({ name, files }) => {
  const { version, license } = JSON.parse(readFileSync(join("node_modules", name, "package.json"), "utf8"));
  return files.map((file) => {
    const from = join("node_modules", name, file);
    const into = join(basename(name), basename(file));
    mkdirSync(dirname(join(INTO, into)), { recursive: true });
    copyFileSync(from, join(INTO, into));
    const sha256 = createHash("sha256").update(readFileSync(from)).digest("hex");
    return { file: into, package: name, version, licence: license, from: file, sha256 };
  });
});
writeFileSync(join(INTO, "vendored.json"), `${JSON.stringify(vendored, null, 2)}\n`);
