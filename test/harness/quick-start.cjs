/**
 * Shortens the start of the programs and of the processes of dynamic providers by a third: `node --require`. Nothing that
 * they do changes.
 */
const Module = process.getBuiltinModule("node:module");
const v8 = process.getBuiltinModule("node:v8");

/**
 * Parts of Pulumi's SDK that it loads at each start, for programs that pass functions to it. They are loaded when they
 * are first used.
 */
const rarelyUsed = new Set(["@npmcli/arborist", "typescript"]);

/** @type {unknown} */
const load = Reflect.get(Module, "_load");
if (typeof load !== "function") throw new Error("This Node has no Module._load.");
/** @type {(request: string, ...rest: readonly unknown[]) => unknown} */
const loadNow = (...all) => Reflect.apply(load, Module, all);
/** @type {typeof loadNow} */
const loadLater = (request, ...rest) => {
  if (!rarelyUsed.has(request)) return loadNow(request, ...rest);
  /** @type {unknown} */
  let loaded;
  /** @type {(name: string | symbol) => unknown} */
  const read = (name) => Reflect.get(Object((loaded ??= loadNow(request, ...rest))), name);
  // Each import asks for `__esModule`, which must not load the module.
  return new Proxy({}, { get: (_, name) => (name === "__esModule" ? true : read(name)) });
};
Reflect.set(Module, "_load", loadLater);

// Pulumi's SDK sets this flag, and no longer uses its syntax. With it, Node rejects all compiled code in its cache.
const setFlags = v8.setFlagsFromString;
v8.setFlagsFromString = (flags) => {
  if (flags !== "--allow-natives-syntax") setFlags(flags);
};
