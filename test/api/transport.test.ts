import { describe, expect, it } from "vitest";
import { ApiClient } from "../../provider/api/client";
import { Cancellation } from "../../provider/api/deadline";
import type { Settings } from "../../provider/api/settings";
import { virtualClock } from "../harness/virtual-clock";
import { leaksIn } from "../harness/canaries";
import { encodings } from "../harness/encodings";
import { sendJson, settingsFor, startServer, withTokens, type Answer } from "./server";

/** Reads list 1 from the read endpoint, and returns what is logged about the requests. */
async function logOf(answer: Answer, changed: Partial<Settings>): Promise<readonly string[]> {
  const { baseUrl } = await startServer(withTokens(answer));
  const settings = { ...settingsFor(baseUrl), ...changed };
  const lines: string[] = [];
  const client = new ApiClient(settings, {
    cancellation: new Cancellation(virtualClock()),
    onRequest: (line) => lines.push(line),
  });
  await client.readAppList(1).catch(() => undefined);
  await client.close();
  return lines
    .filter((line) => !line.endsWith(": expires_in: text, 1799"))
    .map((line) => line.replace(/[\d,]+ ms/u, "N ms"));
}

describe("the log of requests", () => {
  it("has the reason of a request without a response", async () => {
    const lines = await logOf(
      (_, response, number) => (number === 1 ? response.socket?.destroy() : sendJson(response, 200, { id: 1 })),
      { readPath: "/v1/lists/{id}?full=1" },
    );
    expect(lines[1]).toMatch(/^GET \/v1\/lists\/1: no response in N ms \(.+\)$/u);
  });

  const secret = 'p"a<ss>&w%2F+\\é';

  it.each(Object.entries({ raw: (text: string) => text, ...encodings }))(
    "has no secret, even if it is in the path: %s",
    async (_, encode) => {
      const { password, secrets } = settingsFor("https://api.example.com", { password: secret });
      const changed = { password, secrets, readPath: `/list/{id}/${encode(secret)}?key=${encode(secret)}` };
      const lines = await logOf((_, response) => sendJson(response, 200, { id: 1 }), changed);
      // The HTTP client or a server refuses some of these paths.
      expect(lines[1]).toMatch(/^GET (?:\/list\/1\/)?\[secret\]: (?:\d{3} in N ms|no response .*)$/u);
      expect(leaksIn(lines, secrets)).toEqual([]);
    },
  );
});
