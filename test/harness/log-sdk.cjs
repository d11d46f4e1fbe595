/** Writes a line into a file for each process that loads Pulumi's SDK: `node --require`. */
const { appendFileSync } = require("node:fs");

const load = require.extensions[".js"];
require.extensions[".js"] = (module, filename) => {
  if (/@pulumi[\\/]pulumi[\\/]runtime[\\/]index\.js$/u.test(filename)) {
    appendFileSync(process.env["SDK_LOG"], `${process.pid}\n`);
  }
  load(module, filename);
};
