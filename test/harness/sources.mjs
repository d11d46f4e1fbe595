import { registerHooks } from "node:module";

// `node --import` this file runs the sources of the package as they are. They are modules without a package that says so,
// and their imports do not have the ending of files, or that of the built ones.
registerHooks({
  resolve: (specifier, context, next) => {
    const isOurs = context.parentURL?.includes("/node_modules/") !== true;
    const path = specifier.replace(/\.js$/u, "");
    const isSource = isOurs && specifier.startsWith(".") && !/\.\w+$/u.test(path);
    const resolved = next(isSource ? `${path}.ts` : specifier, context);
    return resolved.url.endsWith(".ts") ? { ...resolved, format: "module-typescript" } : resolved;
  },
});
