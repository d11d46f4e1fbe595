import { globSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

import { root } from "../paths.mjs";
import { mustRun, plainEnvironment } from "./must-run.ts";

/** The tarball as `npm pack` wrote it. */
export interface Tarball {
  readonly path: string;
  readonly bytes: number;
  readonly unpackedBytes: number;
  readonly fileCount: number;
}

/** Packs the package as it would be published. */
export async function packPackage(target: string): Promise<Tarball> {
  const printed = await mustRun(
    ["npm", "pack", "--json", "--loglevel=error", "--foreground-scripts=false", "--pack-destination", target],
    { folder: join(root, "provider"), environment: plainEnvironment() },
  );
  const { filename, size, unpackedSize, entryCount } = reportSchema.parse(JSON.parse(printed));
  return { path: join(target, filename), bytes: size, unpackedBytes: unpackedSize, fileCount: entryCount };
}

const packedSchema = z.object({
  filename: z.string(),
  size: z.number(),
  unpackedSize: z.number(),
  entryCount: z.number(),
});

// npm 11 and before: a list of packages; from npm 12 on: an object by name.
const reportSchema = z
  .union([z.tuple([packedSchema]), z.record(z.string(), packedSchema).transform((byName) => Object.values(byName))])
  .transform(([packed]) => packedSchema.parse(packed));

/** How many bytes the files in a folder have, links not followed. */
export function folderSize(folder: string): number {
  return globSync("**", { cwd: folder })
    .map((path) => lstatSync(join(folder, path)))
    .filter((status) => status.isFile())
    .reduce((bytes, { size }) => bytes + size, 0);
}
