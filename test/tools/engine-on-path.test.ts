import { describe, expect, it } from "vitest";

import { engineObstacle } from "../../tools/engine/engine-on-path.mjs";

describe("an engine that the machine has", () => {
  it.each(["v3.217.0", "3.1000.1", "v3.260.0-alpha.1+abc.dirty"])("is used if it is complete and %s", (version) => {
    expect(engineObstacle({ version, missing: [] })).toBeUndefined();
  });

  it.each([
    ["it is too old", { version: "v3.216.9", missing: [] }, "it is version v3.216.9, and 3.217 or a later 3 is needed"],
    [
      "it is of another major version",
      { version: "v4.300.0", missing: [] },
      "it is version v4.300.0, and 3.217 or a later 3 is needed",
    ],
    ["it prints nothing", { version: "", missing: [] }, '"pulumi version" prints no version'],
    ["its output is no version", { version: "command not found", missing: [] }, '"pulumi version" prints no version'],
    [
      "its language hosts are missing",
      { version: "v3.259.0", missing: ["pulumi-language-nodejs", "pulumi-language-yaml"] },
      "pulumi-language-nodejs and pulumi-language-yaml is neither beside it nor on PATH",
    ],
  ])("is not used if %s", (_, found, obstacle) => {
    expect(engineObstacle(found)).toBe(obstacle);
  });
});
