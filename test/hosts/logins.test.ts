import { expect, describe, it } from "vitest";
import { sendJson, startServer, withTokens, type Answer } from "../api/server";
import { virtualClock } from "../harness/virtual-clock";
import { dynamicHost } from "../laws/hosts/dynamic";
import { login } from "../resource/started";

const page = "<!DOCTYPE html>\n<html><body>Starting</body></html>";

describe("20 resources in one process", () => {
  /** Creates them at the same time, and then once more. Returns how often the provider logged in, and its errors. */
  async function create(answer: Answer) {
    const server = await startServer(answer);
    const config = { baseUrl: server.baseUrl, ...login };
    const started = await dynamicHost.start({ config, time: virtualClock(), print: () => {} });
    const errors: string[] = [];
    for (let round = 1; round <= 2; round += 1) {
      const creations = Array.from({ length: 20 }, (_, index) =>
        started.create(`r${index}`, { appListId: index + 1, appBundles: "com.a\n" }),
      );
      for (const ended of await Promise.allSettled(creations)) {
        if (ended.status === "rejected") errors.push(String(ended.reason));
      }
    }
    await started.stop();
    return { logins: server.tokenCalls().length, errors };
  }

  it.each([
    [401, 1, "{}"],
    [409, 1, "{}"],
    [404, 2, "{}"],
    [403, 2, page],
  ])("log in once if the status is always %i (%i requests, %j)", async (status, requests, body) => {
    const { logins, errors } = await create((_, response) => response.writeHead(status).end(body));
    expect(logins).toBe(requests);
    expect(errors).toHaveLength(40);
    const isFirst = requests === 2 || ![400, 401, 403, 422].includes(status);
    for (const error of errors) {
      expect(error).toMatch(
        /app-list:username and app-list:password, and app-list:apiKey and app-list:apiSecret|provider/u,
      );
      expect(/baseUrl.*username/su.test(error)).toBe(isFirst);
    }
  });

  it.each([
    [
      "a login",
      (body: string): Answer =>
        (_, response) =>
          response.writeHead(403).end(body),
    ],
    ["a change", (body: string): Answer => withTokens((_, response) => response.writeHead(403).end(body))],
  ])("log in twice at most if %s is always refused with the words of an invalid token", async (_, answer) => {
    for (const words of ["Invalid API key", "invalid access token", "INVALID TOKEN"]) {
      const { logins, errors } = await create(answer(JSON.stringify({ error: { message: `Sorry: ${words}.` } })));
      expect(logins).toBeLessThanOrEqual(2);
      expect(errors).toHaveLength(40);
    }
  });

  it("succeed if a gateway starts", async () => {
    const list = (url: string) => ({ id: Number(url.split("/")[3]), app_bundles: "com.a", placement_ids: "" });
    const answer = withTokens(({ url }, response) => sendJson(response, 200, list(url)));
    for (const status of [200, 404, 405, 403]) {
      const { logins, errors } = await create((received, response, number) =>
        number === 1 && received.method === "POST"
          ? response.writeHead(status, { "content-type": "text/html" }).end(page)
          : answer(received, response, number),
      );
      expect([status, logins, errors]).toEqual([status, 2, []]);
    }
  });
});
