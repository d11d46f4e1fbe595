import { expect, it } from "vitest";
import { findEngineAddress } from "../../provider/common/engine";

it.each([
  [["node", "index.js", "127.0.0.1:45379"], "127.0.0.1:45379"],
  [["node", "index.js", "--logtostderr", "-v=9", "--tracing", "file:./trace", "127.0.0.1:45379"], "127.0.0.1:45379"],
  [["node", "index.js"], undefined],
  [["node", "127.0.0.1:45379"], undefined],
  [["node", "vitest", "run", "test/common"], undefined],
])("the address of the engine is the last argument: %j", (commandLine, address) => {
  expect(findEngineAddress(commandLine)).toBe(address);
});
