const { readdirSync, readFileSync } = require("node:fs");
const { parse } = require("node:path");
const pulumi = require("@pulumi/pulumi");

const provider = {
  async diff(_id, before, after) {
    return { changes: before.entry !== after.entry };
  },
  async create(inputs) {
    return { id: `${inputs.listId}/${inputs.entry}`, outs: inputs };
  },
  async update(_id, _before, after) {
    return { outs: after };
  },
};

class Entry extends pulumi.dynamic.Resource {
  constructor(name, properties) {
    super(provider, name, properties);
  }
}

for (const file of readdirSync("lists")) {
  const listId = parse(file).name;
  for (const entry of readFileSync(`lists/${file}`, "utf8").trimEnd().split("\n")) {
    new Entry(`${listId}-${entry}`, { listId, entry });
  }
}
