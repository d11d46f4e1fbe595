import { join } from "node:path";

/** The options with which Node appears as Node 20. */
export const olderNode = ["--require", join(import.meta.dirname, "appear-as-node-20.cjs")] as const;
