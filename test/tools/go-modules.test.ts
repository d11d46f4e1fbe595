import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { pinnedVersion, root } from "../../tools/paths.mjs";

describe("the build from Go modules", () => {
  it.each(["cli", "sdk-generator"])("builds %s of the version that the npm package pulumi is pinned to", (module) => {
    const text = readFileSync(`${root}/tools/engine/go/${module}/go.mod`, "utf8");
    expect(text).toContain(`require github.com/pulumi/pulumi/pkg/v3 v${pinnedVersion("pulumi")}\n`);
  });
});
