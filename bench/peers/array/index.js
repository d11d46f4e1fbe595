const { readFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");

const provider = {
  diff: async (_id, before, after) => ({ changes: before.entries.join() !== after.entries.join() }),
  create: async (inputs) => ({ id: "list", outs: inputs }),
  update: async (_id, _before, after) => ({ outs: after }),
};

const entries = readFileSync("entries.txt", "utf8").trimEnd().split("\n");
new pulumi.dynamic.Resource(provider, "list", { entries });
