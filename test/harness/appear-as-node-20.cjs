/**
 * Makes the Node that runs this appear as Node 20, without what Node 22 brought: `node --require`. The tests run without
 * a network, and so with one Node.
 */
Object.defineProperty(process.versions, "node", { value: "20.19.6" });
Object.defineProperty(process, "version", { value: "v20.19.6" });
for (const method of ["difference", "intersection", "isSubsetOf", "union"])
  Reflect.deleteProperty(Set.prototype, method);
Reflect.deleteProperty(Array, "fromAsync");
