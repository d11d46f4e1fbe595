import { describe, expect, it } from "vitest";

import { nodeObstacle } from "../../tools/setup/node-version.mjs";

describe("the Node of the machine", () => {
  it.each(["20.0.0", "22.19.0", "24.21.0"])("can run the set-up if it is %s", (version) => {
    expect(nodeObstacle(version)).toBeUndefined();
  });

  it.each(["18.20.8", "16.0.0", "unknown"])("cannot run the set-up if it is %s", (version) => {
    expect(nodeObstacle(version)).toContain(`The set-up needs Node 20 or later, and this is Node ${version}.`);
  });
});
