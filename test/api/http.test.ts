import { describe, expect, it } from "vitest";
import { ApiClient } from "../../provider/api/client";
import { Cancellation } from "../../provider/api/deadline";
import { parseRetryAfter } from "../../provider/api/http";
import { virtualClock } from "../harness/virtual-clock";
import { settingsFor, startServer, withTokens } from "./server";

it("reads a character of which the bytes are in two chunks of a response", async () => {
  const body = Buffer.from('{"id":1,"name":"Zürich"}');
  const split = body.indexOf(0xc3) + 1;
  const { baseUrl } = await startServer(
    withTokens((_, response) => {
      response.write(body.subarray(0, split));
      response.end(body.subarray(split));
    }),
  );
  const settings = { ...settingsFor(baseUrl), readPath: "/lists/{id}" };
  const client = new ApiClient(settings, { cancellation: new Cancellation(virtualClock()) });
  expect(await client.readAppList(1)).toMatchObject({ name: "Zürich" });
  await client.close();
});

describe("Retry-After", () => {
  it.each<[header: string | undefined, milliseconds: number | undefined]>([
    ["0", 0],
    ["7", 7000],
    [" 120 ", 120_000],
    ["999999999", 999_999_999_000],
    ["Sat, 21 Nov 2026 12:00:30 GMT", 30_000],
    ...[undefined, "", "soon", "soon GMT", "-5", "9".repeat(400), "Sat, 21 Nov 2026 11:59:30 GMT"].map(
      (header): [string | undefined, undefined] => [header, undefined],
    ),
  ])("with %j is %s milliseconds", (header, milliseconds) => {
    expect(parseRetryAfter(header, Date.UTC(2026, 10, 21, 12))).toBe(milliseconds);
  });
});
