const pulumi = require("@pulumi/pulumi");

const provider = {
  async diff(_id, before, after) {
    return { changes: before.text !== after.text };
  },
  async create(inputs) {
    return { id: "tiny", outs: inputs };
  },
  async update(_id, _before, after) {
    return { outs: after };
  },
};

class Tiny extends pulumi.dynamic.Resource {
  constructor(name, properties) {
    super(provider, name, properties);
  }
}

new Tiny("tiny", { text: "tiny" });
