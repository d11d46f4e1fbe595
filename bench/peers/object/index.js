const { readdirSync, readFileSync } = require("node:fs");
const { parse } = require("node:path");
const pulumi = require("@pulumi/pulumi");

// The engine returns the keys in any order.
function sortedKeys(entries) {
  return Object.keys(entries).toSorted().join();
}

const provider = {
  async diff(_id, before, after) {
    return { changes: sortedKeys(before.entries) !== sortedKeys(after.entries) };
  },
  async create(inputs) {
    return { id: inputs.listId, outs: inputs };
  },
  async update(_id, _before, after) {
    return { outs: after };
  },
};

class List extends pulumi.dynamic.Resource {
  constructor(name, properties) {
    super(provider, name, properties);
  }
}

for (const file of readdirSync("lists")) {
  const listId = parse(file).name;
  const text = readFileSync(`lists/${file}`, "utf8");
  new List(`list-${listId}`, {
    listId,
    entries: Object.fromEntries(
      text
        .trimEnd()
        .split("\n")
        .map((entry) => [entry, true]),
    ),
  });
}
