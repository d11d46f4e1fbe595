import { describe, expect, it } from "vitest";

import { type Attempt, firstFound } from "../../tools/first-found.mjs";
import { ToolError } from "../../tools/tool-error.mjs";

const texts = { problem: "There is no Pulumi engine.", remedy: "Install Pulumi. Then run the same command again." };

/** Sources with given results, and the names of those that were tried. */
function sourcesOf(attempts: Readonly<Record<string, Attempt<string>>>) {
  const tried: string[] = [];
  const sources = Object.entries(attempts).map(([name, result]) => ({
    name,
    attempt: () => {
      tried.push(name);
      return Promise.resolve(result);
    },
  }));
  return { sources, tried };
}

describe("what several sources may have", () => {
  it("is that of the first source that has it, and the sources after it are not tried", async () => {
    const { sources, tried } = sourcesOf({
      path: { kind: "failed", reason: "there is no pulumi on PATH" },
      download: { kind: "found", found: "/opt/pulumi/bin" },
      build: { kind: "failed", reason: "there is no go on PATH" },
    });
    expect(await firstFound(sources, texts)).toBe("/opt/pulumi/bin");
    expect(tried).toEqual(["path", "download"]);
  });

  it("is reported as missing, with the attempts in their order, their reasons and the fix", async () => {
    const { sources, tried } = sourcesOf({
      "an engine on PATH": { kind: "failed", reason: "there is no pulumi on PATH" },
      "the download of the npm package pulumi": { kind: "failed", reason: "it exited with status 1:\nfetch failed\n" },
      "the build from Go modules": { kind: "failed", reason: "there is no go on PATH" },
    });
    await expect(firstFound(sources, texts)).rejects.toThrow(
      new ToolError(
        [
          "There is no Pulumi engine. These attempts failed, in this order:",
          "1. an engine on PATH: there is no pulumi on PATH",
          "2. the download of the npm package pulumi: it exited with status 1:",
          "   fetch failed",
          "3. the build from Go modules: there is no go on PATH",
          "",
          "Install Pulumi. Then run the same command again.",
        ].join("\n"),
      ),
    );
    expect(tried).toHaveLength(3);
  });
});
