import { expect, it } from "vitest";
import { findEngineAddress } from "../../provider/hosts/engine";

it("finds the address of the engine in the last argument, after flags", () => {
  const address = "127.0.0.1:45379";
  expect(findEngineAddress(["node", "index.js", address])).toBe(address);
  expect(findEngineAddress(["node", "index.js", "-v=9", "--tracing", "file:./trace", address])).toBe(address);
  for (const none of ["vitest run test/common", address]) expect(findEngineAddress(["node", none])).toBeUndefined();
});
