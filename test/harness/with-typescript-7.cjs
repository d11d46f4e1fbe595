/** Gives Pulumi's SDK TypeScript 7, as in a project that has installed it: `node --require`. */
const { registerHooks } = process.getBuiltinModule("node:module");

registerHooks({
  resolve: (specifier, context, next) => next(specifier === "typescript" ? "typescript-7" : specifier, context),
});
