// `npm run lab -- ownership`, after the set-up: writes the picture of ownership to docs/ownership.svg.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { printOwnership } from "./ownership/picture.ts";
import { root } from "./paths.mjs";

writeFileSync(join(root, "docs", "ownership.svg"), printOwnership());
