import { describe, expect, it } from "vitest";

import { judgeInstalledEngine } from "../../tools/engine/judge-installed-engine.mjs";

describe("an engine that the machine has", () => {
  it("is used when it is new enough and complete", () => {
    expect(judgeInstalledEngine({ version: "v3.217.0", missing: [] })).toEqual({ kind: "usable", version: "3.217.0" });
  });

  it.each([
    ["it is too old", { version: "v3.216.0", missing: [] }, "it is version 3.216.0, and 3.217.0 or newer is needed"],
    [
      "it is of the next major version",
      { version: "v4.0.0", missing: [] },
      "it is version 4.0.0, and a version 3 is needed",
    ],
    ["it cannot say its version", { version: undefined, missing: [] }, '"pulumi version" prints no version'],
    [
      "what it prints is no version",
      { version: "command not found", missing: [] },
      '"pulumi version" prints no version',
    ],
    [
      "its language host is missing",
      { version: "v3.259.0", missing: ["pulumi-language-nodejs"] },
      "pulumi-language-nodejs is neither beside it nor on PATH",
    ],
  ])("is not used when %s", (_, found, reason) => {
    expect(judgeInstalledEngine(found)).toEqual({ kind: "unusable", reason });
  });
});
