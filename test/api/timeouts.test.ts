import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import { ApiClient } from "../../provider/api/client";
import { Cancellation } from "../../provider/api/deadline";
import { virtualClock } from "../harness/virtual-clock";
import { portOf, rejectionOf, sendJson, settingsFor, startServer, withTokens } from "./server";

const entries = { ...noEntries, appBundles: EntrySet.of(["com.example.one"]) };
const appList = { id: 7, app_bundles: "com.example.one" };
const json = { "content-type": "application/json" };

/** A client with some seconds for an operation, and a server with one response to all requests of lists. */
async function serve(timeoutSeconds: number, answer: (response: ServerResponse) => Promise<void>) {
  const clock = virtualClock();
  const server = await startServer(withTokens((_, response) => void answer(response)));
  const cancellation = new Cancellation(clock);
  const settings = settingsFor(server.baseUrl, { timeoutSeconds: String(timeoutSeconds) });
  const client = new ApiClient(settings, { cancellation });
  onTestFinished(() => client.close());
  /** The time passes, for the HTTP client's own timers as well. */
  const pass = async (seconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    await clock.sleep(seconds * 1000);
  };
  return { client, clock, pass };
}

// Once: undici keeps a timer from one request to the next.
beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterAll(() => void vi.useRealTimers());

describe("a response", () => {
  it.each([
    [300, 70],
    [3600, 1000],
  ])("may take as long as the operation: with %i s, %i s", async (timeoutSeconds, seconds) => {
    const { client, pass } = await serve(timeoutSeconds, async (response) => {
      await pass(seconds);
      sendJson(response, 200, appList);
    });
    expect((await client.changeAppList(7, "add", entries)).id).toBe(7);
  });

  it.each([
    [2.9, { id: 7 }],
    [3.1, { effect: "possible" }],
  ])(
    "to a change may take three quarters of the time, which leaves a quarter for reads: %d of 4 s",
    async (seconds, end) => {
      const { client, pass } = await serve(4, async (response) => {
        await pass(seconds);
        sendJson(response, 200, appList);
      });
      const deadline = client.deadline();
      const change = client.changeAppList(7, "add", entries, deadline);
      expect(await change.catch((error: unknown) => error)).toMatchObject(end);
      expect(deadline.signal.aborted).toBe(false);
    },
  );

  it("may be idle for as long as the operation may take", async () => {
    const { client, pass } = await serve(3600, async (response) => {
      const text = JSON.stringify(appList);
      response.writeHead(200, json).write(text.slice(0, 5));
      await pass(1000);
      response.end(text.slice(5));
    });
    expect((await client.changeAppList(7, "add", entries)).id).toBe(7);
  });

  it("that does not arrive ends with the deadline", async () => {
    const { client, clock, pass } = await serve(60, () => pass(60));
    const error = await rejectionOf(client.changeAppList(7, "add", entries));
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", effect: "possible" });
    expect(String(error)).toContain("the timeout was reached");
    expect(clock.now()).toBe(60_000);
  });

  it("that does not end is interrupted at the deadline", async () => {
    const { client, clock, pass } = await serve(60, async (response) => {
      response.writeHead(200, json);
      while (!response.destroyed) {
        if (!response.write(" ")) await once(response, "drain");
        await pass(1);
      }
    });
    const error = await rejectionOf(client.changeAppList(7, "add", entries));
    expect(error).toMatchObject({ code: "RESPONSE_UNREADABLE", effect: "possible" });
    expect(String(error)).toContain("the timeout was reached");
    expect(clock.now()).toBeLessThan(70_000);
  });
});

it.each([
  ["does not answer", "", / reached: the proxy 127\.0\.0\.1:\d+ did not connect to it in time\./u],
  ["connects to nothing", "HTTP/1.1 200 OK\r\n\r\n", / reached: Connect Timeout .*: api\.example\.com:443, /u],
])("a proxy that %s has the time of a connection", async (_, answer, problem) => {
  const asked: string[] = [];
  const proxy = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (data) => {
      asked.push(String(data).split("\r\n")[0] ?? "");
      socket.write(answer);
      void vi.advanceTimersByTimeAsync(12_000);
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  vi.stubEnv("https_proxy", `http://user:proxy-password@127.0.0.1:${portOf(proxy.address())}`);
  vi.stubEnv("no_proxy", "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const client = new ApiClient(settingsFor("https://api.example.com"), {
    cancellation: new Cancellation(virtualClock()),
  });
  onTestFinished(() => client.close());
  const error = await rejectionOf(client.login());
  expect(asked).toEqual(Array(5).fill("CONNECT api.example.com:443 HTTP/1.1"));
  expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE", effect: "none" });
  expect(String(error)).toContain("The API at https://api.example.com could not be reached: ");
  expect(String(error)).toMatch(problem);
  expect(String(error)).not.toContain("proxy-password");
});
