const { readFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");

// The engine returns the keys in any order.
const sortedKeys = (entries) => Object.keys(entries).toSorted().join();

const provider = {
  diff: async (_id, before, after) => ({ changes: sortedKeys(before.entries) !== sortedKeys(after.entries) }),
  create: async (inputs) => ({ id: "list", outs: inputs }),
  update: async (_id, _before, after) => ({ outs: after }),
};

const lines = readFileSync("entries.txt", "utf8").trimEnd().split("\n");
const entries = Object.fromEntries(lines.map((entry) => [entry, true]));
new pulumi.dynamic.Resource(provider, "list", { entries });
