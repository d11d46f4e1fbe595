import { describe, expect, it, onTestFinished } from "vitest";
import { startServer, withTokens, type Answer } from "../api/server";
import { login, startRun } from "./started";

describe("20 resources in one process", () => {
  /** Creates them at the same time, and then once more. Returns how often the provider logged in, and how many failed. */
  async function create(answer: Answer) {
    const server = await startServer(answer);
    const { run, provider } = startRun({ baseUrl: server.baseUrl, ...login });
    onTestFinished(() => run.close());
    let failed = 0;
    for (let round = 1; round <= 2; round += 1) {
      const ids = Array.from({ length: 20 }, (_, index) => index + 1);
      const creations = ids.map((appListId) => provider.create({ appListId, appBundles: "com.a\n" }));
      const ended = await Promise.allSettled(creations);
      failed += ended.filter(({ status }) => status === "rejected").length;
    }
    return { logins: server.tokenCalls().length, failed };
  }

  // Once if the API refuses it or lacks its path, and together, but again in the next round, if another service responds.
  it.each([
    [1, 401, "{}"],
    [1, 409, "{}"],
    [1, 401, "invalid login credentials"],
    [1, 404, "{}"],
    [1, 405, "<!DOCTYPE html>\n<html><body>Not allowed</body></html>"],
    [10, 403, "<!DOCTYPE html>\n<html><body>Starting</body></html>"],
  ])("log in %i times if each response is %i (%j)", async (logins, status, body) => {
    const answer: Answer = (_, response) => response.writeHead(status).end(body);
    expect(await create(answer)).toEqual({ logins, failed: 40 });
  });

  it("log in once more per round if each change is refused with the words of an invalid token", async () => {
    const body = JSON.stringify({ error: { message: "Sorry: Invalid API key." } });
    const answer = withTokens((_, response) => response.writeHead(403).end(body));
    expect(await create(answer)).toEqual({ logins: 3, failed: 40 });
  });
});
