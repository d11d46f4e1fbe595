import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tools/paths.mjs";

/** The text of all sources of the package. */
export const sourceText = globSync("provider/**/*.ts", { cwd: root, exclude: ["**/dist/**", "**/node_modules/**"] })
  .map((path) => readFileSync(join(root, path), "utf8"))
  .join("\n");

/** The codes of errors in the sources: of a class or a failure of its own, or of the types of codes that a class has several of. */
export const errorCodes: ReadonlySet<string> = new Set(
  [...sourceText.matchAll(/(?:readonly code(?: =|:) |^ *\| )"([A-Z]+(?:_[A-Z]+)+)"/gmu)].map(([, code = ""]) => code),
);
