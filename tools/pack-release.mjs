// `node tools/pack-release.mjs FOLDER`, in the release workflow: writes the archives of the plugin, its schema and the
// checksums of all files beside the tarball that `npm pack` has written there.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./paths.mjs";
import { archiveNames, packPlugin } from "./release/pack-plugin.mjs";
import { bundle } from "./setup/bundle.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

await runProgram(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new ToolError("Usage: node tools/pack-release.mjs FOLDER");
  const { version } = JSON.parse(readFileSync(join(root, "provider", "package.json"), "utf8"));
  const { files } = await bundle();
  const archive = packPlugin([...files, { name: "LICENSE", content: readFileSync(join(root, "LICENSE"), "utf8") }]);
  for (const name of archiveNames(version)) writeFileSync(join(folder, name), archive);
  writeFileSync(join(folder, "schema.json"), files.find(({ name }) => name === "schema/schema.json")?.content ?? "");
  const sums = readdirSync(folder)
    .filter((name) => name !== "SHA256SUMS")
    .map((name) => {
      const sum = createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex");
      return `${sum}  ${name}\n`;
    });
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
});
