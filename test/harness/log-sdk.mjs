/** Writes a line into the file SDK_LOG for each process that loads Pulumi's SDK: `node --import`. */
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

registerHooks({
  load: (url, context, nextLoad) => {
    if (url.endsWith("/@pulumi/pulumi/runtime/index.js")) {
      appendFileSync(process.env["SDK_LOG"] ?? "", `${process.pid}\n`);
    }
    return nextLoad(url, context);
  },
});
