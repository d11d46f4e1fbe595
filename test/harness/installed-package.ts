import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { root } from "../../tools/paths.mjs";

/**
 * Installs the package as npm would, but for the registry: the tarball's files, and beside them the packages that its
 * package.json names and no others, from where this repository has them.
 *
 * @returns the folder of the package, and a function that installs the packages which the user must install, such as
 * Pulumi's SDK
 */
export function installTarball(folder: string): { readonly target: string; readonly linkPeers: () => void } {
  const provider = join(root, "provider");
  const packages = join(folder, "node_modules");
  const target = join(packages, "pulumi-app-list");
  mkdirSync(target, { recursive: true });
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}` };
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: provider, env });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack has written no tarball.");
  execFileSync("tar", ["-xzf", join(folder, tarball), "-C", target, "--strip-components=1"]);
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(target, "package.json"), "utf8")));
  const link = (dependencies: Readonly<Record<string, string>>): void => {
    for (const name of Object.keys(dependencies)) {
      const places = [provider, root].map((place) => join(place, "node_modules", name));
      const place = places.find((each) => existsSync(each));
      if (place === undefined) throw new Error(`This repository has no ${name}.`);
      mkdirSync(dirname(join(packages, name)), { recursive: true });
      symlinkSync(place, join(packages, name));
    }
  };
  link(manifest.dependencies);
  return { target, linkPeers: () => link(manifest.peerDependencies) };
}

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
});
