import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import { ApiClient } from "../../provider/api/client";
import { Cancellation } from "../../provider/api/deadline";
import { testExamples } from "../harness/example-texts";
import { virtualClock } from "../harness/virtual-clock";
import { listen, rejectionOf, sendJson, settingsFor, startServer, withTokens } from "./server";

const entries = { ...noEntries, appBundles: EntrySet.of(["com.example.one"]) };
const appList = { id: 7, app_bundles: "com.example.one" };
const json = { "content-type": "application/json" };

// Once: undici keeps a timer from one request to the next.
beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterAll(() => void vi.useRealTimers());

type Respond = (response: ServerResponse, pass: (seconds: number) => Promise<void>) => Promise<unknown>;

const after =
  (seconds: number): Respond =>
  async (response, pass) => {
    await pass(seconds);
    sendJson(response, 200, appList);
  };

type Purpose = NonNullable<Parameters<ApiClient["changeAppList"]>[4]>;

/** The seconds of an operation, and the response to its change. */
const examples: Readonly<Record<string, readonly [timeoutSeconds: number, respond: Respond, purpose?: Purpose]>> = {
  "a response may take 70 s": [300, after(70)],
  "a response may take 1000 s with a longer timeout": [3600, after(1000)],
  "a response may take three quarters of the time": [4, after(2.9)],
  "a response may not take the last quarter, which is for reads": [4, after(3.1)],
  "a probe's response may take the whole time": [4, after(3.9), "probe"],
  "a response may be idle": [
    3600,
    async (response, pass) => {
      const text = JSON.stringify(appList);
      response.writeHead(200, json).write(text.slice(0, 5));
      await pass(1000);
      response.end(text.slice(5));
    },
  ],
  "a response that does not arrive": [60, async (_, pass) => pass(60)],
  "a response that does not end": [
    60,
    async (response, pass) => {
      response.writeHead(200, json);
      while (!response.destroyed) {
        if (!response.write(" ")) await once(response, "drain");
        await pass(1);
      }
    },
  ],
};

async function linesOf([timeoutSeconds, respond, purpose]: (typeof examples)[string]): Promise<readonly string[]> {
  const clock = virtualClock();
  /** The time passes, for the HTTP client's own timers as well. */
  const pass = async (seconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    await clock.sleep(seconds * 1000);
  };
  const server = await startServer(withTokens((_, response) => void respond(response, pass)));
  const settings = settingsFor(server.baseUrl, { timeoutSeconds: String(timeoutSeconds) });
  const client = new ApiClient(settings, { cancellation: new Cancellation(clock) });
  onTestFinished(() => client.close());
  const deadline = client.deadline();
  const change = client.changeAppList(7, "add", entries, deadline, purpose);
  const ended = await change.then(({ id }) => `list ${id}`, String);
  const [problem = ""] = ended.split("\n");
  return [problem, `time is left: ${deadline.remaining > 0}`];
}

testExamples(
  join(import.meta.dirname, "timeouts.txt"),
  Object.fromEntries(Object.entries(examples).map(([title, example]) => [title, () => linesOf(example)])),
);

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
  vi.stubEnv("https_proxy", `http://user:proxy-password@127.0.0.1:${await listen(proxy)}`);
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
