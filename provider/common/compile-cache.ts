import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { cacheFolder, openPrivateFolder } from "./private-folder";

/**
 * Lets Node keep compiled code in a private folder of the user. Node's own choice would be the shared temporary folder, in
 * which another user can leave code that this process would run.
 */
export function useCompileCache(environment: Readonly<Record<string, string | undefined>>): void {
  // With these, the user decides, and Node has done so already.
  const { NODE_COMPILE_CACHE: chosen = "", NODE_DISABLE_COMPILE_CACHE: disabled } = environment;
  if (chosen !== "" || disabled !== undefined) return;
  try {
    enableCompileCache(join(openPrivateFolder(cacheFolder(environment)), "compiled"));
  } catch {
    // Without a cache, the start takes longer, and nothing else changes.
  }
}
