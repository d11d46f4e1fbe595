import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { goObstacle } from "../../tools/engine/go-release.mjs";
import { pinnedVersion, root } from "../../tools/paths.mjs";

const goMod = "module example\n\ngo 1.25.11\n";

describe("the Go of the machine", () => {
  it.each([
    ["is as new as go.mod asks", { installed: "go1.25.11", toolchain: "local", goMod }],
    ["is newer", { installed: "go1.26.8", toolchain: "auto", goMod }],
    ["is older and may fetch a newer one", { installed: "go1.24.1", toolchain: "auto", goMod }],
    ["has a version of its own naming", { installed: "devel go1.27-abcdef", toolchain: "local", goMod }],
  ])("can build when it %s", (_, found) => {
    expect(goObstacle(found)).toBeUndefined();
  });

  it("cannot build when it is too old and must not fetch a newer one", () => {
    expect(goObstacle({ installed: "go1.24.1", toolchain: "local", goMod })).toBe(
      "the Go on PATH is go1.24.1, and 1.25.11 or newer is needed (GOTOOLCHAIN=local forbids it to fetch one)",
    );
  });

  it("cannot build when it is from before Go could fetch a newer one", () => {
    expect(goObstacle({ installed: "go1.20.14", toolchain: "", goMod })).toBe(
      "the Go on PATH is go1.20.14, and 1.25.11 or newer is needed",
    );
  });
});

describe("the build from Go modules", () => {
  it.each(["cli", "sdk-generator"])("builds %s of the version that the npm package pulumi is pinned to", (module) => {
    const text = readFileSync(`${root}/tools/engine/go/${module}/go.mod`, "utf8");
    expect(text).toContain(`require github.com/pulumi/pulumi/pkg/v3 v${pinnedVersion("pulumi")}\n`);
  });
});
