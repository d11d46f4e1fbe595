import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { pinnedVersion } from "../paths.mjs";
import type { Combination } from "./combination.ts";

/** Writes an empty project of a kind, with a program of ten lines. Nothing is installed yet. */
export function writeProject(
  folder: string,
  { language, modules, packageManager, pulumi }: Combination,
  { tarball, appListId, store }: { readonly tarball: string; readonly appListId: number; readonly store: string },
): void {
  mkdirSync(folder, { recursive: true });
  const write = (path: string, content: string): void => {
    writeFileSync(join(folder, path), content);
  };
  const writeJson = (path: string, value: unknown): void => {
    write(path, `${JSON.stringify(value, undefined, 2)}\n`);
  };
  const isTypeScript = language === "TypeScript";
  cpSync(tarball, join(folder, basename(tarball)));
  writeJson("package.json", {
    name: "matrix",
    private: true,
    ...(modules !== "CommonJS" && { type: "module" }),
    dependencies: { "@pulumi/pulumi": pulumi, "pulumi-app-list": `file:./${basename(tarball)}` },
    ...(isTypeScript && {
      devDependencies: {
        "@types/node": pinnedVersion("@types/node"),
        typescript: typeScriptFor(pulumi),
        ...(modules === "ESM, ts-node" && { "ts-node": "10.9.2" }),
      },
    }),
  });
  write("Pulumi.yaml", isTypeScript ? typeScriptRuntime : javaScriptRuntime);
  write(isTypeScript ? "index.ts" : "index.js", programOf(isTypeScript || modules !== "CommonJS", appListId));
  write(
    "blocked-apps.csv",
    "app_bundle,note,expires\ncom.goldfever.bingo,gambling,2999-12-31\ncom.meetnow.chat,dating,\n",
  );
  if (isTypeScript) {
    writeJson("tsconfig.json", {
      compilerOptions: {
        strict: true,
        target: "es2022",
        module: "nodenext",
        // Pulumi's older library would set another one.
        ...(pulumi === "3.217.0" && { moduleResolution: "nodenext" }),
        types: ["node"],
      },
    });
  }
  // A package of Pulumi's has an install script, which is not needed: pnpm requires a setting for that.
  if (packageManager === "pnpm")
    write("pnpm-workspace.yaml", `allowBuilds:\n  protobufjs: false\nstoreDir: ${store}\n`);
  if (packageManager === "yarn 4") write(".yarnrc.yml", "nodeLinker: node-modules\n");
}

/** The app bundles that the program declares. */
export const declaredApps: readonly string[] = ["com.goldfever.bingo", "com.meetnow.chat"];

function programOf(hasImports: boolean, appListId: number): string {
  const names = "{ AppListEntries, entriesFromFile }";
  const [first, last] = hasImports
    ? [`import ${names} from "pulumi-app-list";`, "export const unmanagedEntries = blocked.unmanaged;"]
    : [`const ${names} = require("pulumi-app-list");`, "exports.unmanagedEntries = blocked.unmanaged;"];
  return `${first}

const blocked = new AppListEntries("blocked", {
  appListId: ${appListId},
  appBundles: entriesFromFile("blocked-apps.csv"),
  placementIds: ["20418-rewardedb21c"],
});

${last}
`;
}

/** Pulumi's older library does not take TypeScript 6. */
function typeScriptFor(pulumi: Combination["pulumi"]): string {
  return pulumi === "3.217.0" ? "5.9.3" : pinnedVersion("typescript");
}

const typeScriptRuntime = `name: matrix
runtime: nodejs
`;

const javaScriptRuntime = `name: matrix
runtime:
  name: nodejs
  options:
    typescript: false
`;
