// The end of `npm pack`: copies the licence and the README into the package. The links of the README lead to the
// repository, if package.json has its address: the release workflow sets it, as only the forge knows it.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./paths.mjs";
import { packageReadme } from "./release/package-readme.mjs";

const { version, homepage } = JSON.parse(readFileSync(join(root, "provider", "package.json"), "utf8"));
const base = homepage === undefined ? undefined : `${homepage}/blob/v${version}`;
copyFileSync(join(root, "LICENSE"), join(root, "provider", "LICENSE"));
const readme = readFileSync(join(root, "README.md"), "utf8");
writeFileSync(join(root, "provider", "README.md"), packageReadme(readme, base));
