import { inject } from "vitest";

/** The folder with the bundles of the present sources. Only a run of a project that builds them has it. */
export function built(): string {
  const folder: string | undefined = inject("built");
  if (folder === undefined) throw new Error("Add this file to `built` in vitest.config.mts: it starts what is built.");
  return folder;
}
