import type { TestProject } from "vitest/node";
import { findBrowser } from "../../tools/browser/find-browser.ts";
import { ToolError } from "../../tools/tool-error.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The executable of the browser that the tests drive, or why there is none. */
    readonly browser: { readonly executable: string } | { readonly problem: string };
  }
}

/**
 * Finds the browser, or gets one, before the first of these tests. Without one each of them fails with the reason; tests
 * that need none still run.
 */
export async function setup(project: TestProject): Promise<void> {
  try {
    project.provide("browser", { executable: await findBrowser() });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    project.provide("browser", { problem: error.message });
  }
}
