import { describe, expect, it } from "vitest";

import { pythonObstacle } from "../../tools/setup/python.mjs";

describe("the Python of the machine", () => {
  it.each(["Python 3.10.0", "Python 3.11.7", "Python 3.14.0+"])("can be used if it is %s", (printed) => {
    expect(pythonObstacle(printed)).toBeUndefined();
  });

  it.each([
    [undefined, "There is no python3 on PATH."],
    ["Python 3.9.19", "The python3 on PATH is Python 3.9.19."],
    ["pyenv: python3: command not found", "The python3 on PATH is pyenv: python3: command not found."],
  ])("cannot be used if it prints %j", (printed, obstacle) => {
    expect(pythonObstacle(printed)).toBe(obstacle);
  });
});
