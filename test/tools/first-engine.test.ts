import { describe, expect, it } from "vitest";

import { describeFailures, firstEngine, type Attempt } from "../../tools/engine/first-engine.mjs";

const engine = { folder: "/opt/pulumi/bin", version: "3.259.0" };

/** Sources with given results, and the names of those that were tried. */
function sourcesOf(attempts: Readonly<Record<string, Attempt>>) {
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

describe("the engine", () => {
  it("comes from the first source that has one, and the sources after it are not tried", async () => {
    const { sources, tried } = sourcesOf({
      path: { kind: "failed", reason: "there is no pulumi on PATH" },
      download: { kind: "found", engine },
      build: { kind: "failed", reason: "there is no go on PATH" },
    });
    expect(await firstEngine(sources)).toEqual({ kind: "found", engine });
    expect(tried).toEqual(["path", "download"]);
  });

  it("is none when no source has one, and each reason is kept in the order of trying", async () => {
    const { sources, tried } = sourcesOf({
      path: { kind: "failed", reason: "too old" },
      download: { kind: "failed", reason: "no route to host" },
      build: { kind: "failed", reason: "there is no go on PATH" },
    });
    expect(await firstEngine(sources)).toEqual({
      kind: "none",
      failures: [
        { name: "path", reason: "too old" },
        { name: "download", reason: "no route to host" },
        { name: "build", reason: "there is no go on PATH" },
      ],
    });
    expect(tried).toEqual(["path", "download", "build"]);
  });

  it("is reported as missing, with the attempts, their reasons and the fix", () => {
    const text = describeFailures(
      [
        { name: "an engine on PATH", reason: "there is no pulumi on PATH" },
        { name: "the download of the npm package pulumi", reason: "it exited with status 1:\nfetch failed\n" },
        { name: "the build from Go modules", reason: "there is no go on PATH" },
      ],
      "3.259.0",
    );
    expect(text).toBe(
      [
        "There is no Pulumi engine. These attempts failed, in this order:",
        "1. an engine on PATH: there is no pulumi on PATH",
        "2. the download of the npm package pulumi: it exited with status 1:",
        "   fetch failed",
        "3. the build from Go modules: there is no go on PATH",
        "",
        'Any one of these helps: install Pulumi (https://www.pulumi.com/docs/install/) so that "pulumi" is on PATH; ' +
          "or give this machine access to get.pulumi.com; or install Go (https://go.dev/dl/) and give it access to a " +
          "Go module proxy. Then run the same command again. No incomplete files of Pulumi 3.259.0 remain.",
      ].join("\n"),
    );
  });
});
