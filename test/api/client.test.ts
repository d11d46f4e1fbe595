import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { getEventListeners } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { inspect } from "node:util";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Clock } from "../../provider/common/clock";
import { version } from "../../provider/common/version";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries, type Entries } from "../../provider/list/entries";
import { ApiClient, type ApiClientOptions } from "../../provider/api/client";
import { Cancellation, Deadline } from "../../provider/api/deadline";
import { ApiError } from "../../provider/api/errors";
import { bounds } from "../../provider/api/bounds";
import { exchange, makeDispatcher } from "../../provider/api/http";
import { SettingsError } from "../../provider/api/settings";
import { testExamples } from "../harness/example-texts";
import { freePort, listen, rejectionOf, sendJson, settingsFor, startServer, withTokens, type Answer } from "./server";
import { virtualClock } from "../harness/virtual-clock";

const entries: Entries = { ...noEntries, appBundles: EntrySet.of(["com.example.two", "com.example.one"]) };

const appList = {
  id: 4321,
  name: "brand-safety",
  description: "Not here",
  app_bundles: "com.example.one,com.example.two",
  placement_ids: "12-abc",
  has_associated_campaigns: true,
  added_later: 1,
};

const sendList: Answer = (_, response) => sendJson(response, 200, appList);

/** What is not as usual: members of the clock, and listeners. */
type Options = Partial<Clock> & Pick<ApiClientOptions, "onDelay" | "onRequest">;

/** A client for a server with the given responses, even to token calls. */
async function serve(answer: Answer, options: Options = {}, config: Readonly<Record<string, string>> = {}) {
  const server = await startServer(answer);
  return { server, client: clientFor(server.baseUrl, options, config) };
}

function clientFor(baseUrl: string, options: Options = {}, config: Readonly<Record<string, string>> = {}) {
  const { onDelay, onRequest, ...clock } = options;
  const cancellation = new Cancellation({ ...virtualClock(), ...clock });
  const client = new ApiClient(settingsFor(baseUrl, config), { cancellation, onRequest, ...(onDelay && { onDelay }) });
  onTestFinished(() => client.close());
  return client;
}

/** A client for a server that issues tokens. */
function serveLists(answer: Answer, options?: Options, config?: Readonly<Record<string, string>>) {
  return serve(withTokens(answer), options, config);
}

/** A client for a server that issues tokens and has one response to all other requests. */
function serveAnswer(status: number, body: string, options?: Options) {
  return serveLists((_, response) => response.writeHead(status).end(body), options);
}

function change(client: ApiClient) {
  return client.changeAppList(4321, "add", entries);
}

/** A deadline of 300 seconds that ends with a signal. */
function deadlineUntil(end: AbortSignal): Deadline {
  return new Deadline(300_000, new Cancellation({ ...virtualClock(), timeout: () => end }));
}

async function failedChange(client: ApiClient, end?: AbortSignal): Promise<ApiError> {
  const deadline = end === undefined ? client.deadline() : deadlineUntil(end);
  const error = await rejectionOf(client.changeAppList(4321, "add", entries, deadline));
  if (error instanceof ApiError) return error;
  throw error;
}

/** An error of a request that was not sent. */
const unsent = { code: "SERVICE_UNAVAILABLE", effect: "none" };

describe("a change of an app list", () => {
  it("sends the token call and the change as documented, and returns the list", async () => {
    const { server, client } = await serveLists(sendList);
    expect(await client.changeAppList(4321, "add", { ...entries, websites: EntrySet.of(["example.com"]) })).toEqual({
      id: 4321,
      name: "brand-safety",
      description: "Not here",
      hasAssociatedCampaigns: true,
      entries: { ...entries, placementIds: EntrySet.of(["12-abc"]), websites: undefined },
      sentinels: EntrySet.none,
      forms: { app_bundles: "text, no capitals", placement_ids: "text, no capitals", websites: "absent" },
    });
    expect(server.requests).toMatchObject([
      {
        method: "POST",
        url: "/v1/authentication/token",
        headers: {
          authorization: `Basic ${Buffer.from("the-api-key:the-api-secret").toString("base64")}`,
          "content-type": "application/x-www-form-urlencoded",
          "user-agent": `pulumi-app-list/${version}`,
        },
        body: "grant_type=password&username=ads%2Bapi%40example.com&password=the+pass%2Bword",
      },
      {
        method: "PATCH",
        url: "/v1/app_list/4321/add",
        headers: {
          accept: "application/json",
          "accept-encoding": "identity",
          authorization: "Bearer token-1",
          "content-type": "application/json",
          "user-agent": `pulumi-app-list/${version}`,
        },
        body: '{"app_bundles":"com.example.one,com.example.two","websites":"example.com"}',
      },
    ]);
  });
});

/** What a client does, and the requests of its server. */
interface Example {
  readonly answer: Answer;
  /** Answers token calls. Default: with tokens. */
  readonly login?: Answer;
  /** When the command is canceled: before the first request, or at a request. Default: never. */
  readonly canceledAt?: "once" | "token call" | "other request";
  readonly acts?: readonly ((client: ApiClient) => Promise<unknown>)[];
  readonly config?: Readonly<Record<string, string>>;
}

const probe = (client: ApiClient) => client.changeAppList(4321, "remove", entries, client.deadline(), "probe");

/** The first answers have these statuses, and the others show the list. */
const failing =
  (statuses: readonly number[], headers = {}): Answer =>
  (_, response, number) => {
    const status = statuses[number - 1];
    if (status === undefined) sendJson(response, 200, appList);
    else response.writeHead(status, headers).end();
  };

const answering =
  (body: string | Buffer, headers = {}): Answer =>
  (_, response) =>
    response.writeHead(200, headers).end(body);

const refuse: Answer = (_, response) => response.writeHead(401).end();
const issue: Answer = (_, response) => sendJson(response, 200, { access_token: "token-of-issue" });
const onlyOnce: Answer = (...call) => (call[2] === 1 ? issue : refuse)(...call);

const afterFive =
  (status: number, body: string): Answer =>
  (received, response, number) =>
    number > 5 ? issue(received, response, number) : response.writeHead(status).end(body);

const [date, later] = ["Sat, 21 Nov 2020 12:00:00 GMT", "Sat, 21 Nov 2020 12:00:30 GMT"];
const largest = JSON.stringify(appList).padEnd(bounds.responseBytes);
const zurich = Buffer.from('\ufeff{"id":4321,"name":"Zürich"}');
const middle = zurich.indexOf(0xc3) + 1;

const examples: Readonly<Record<string, Example>> = {
  "a response that is as large as allowed": { answer: answering(largest) },
  "a response that is larger than allowed": { answer: answering(`${largest} `) },
  "half a million wrong entries, of which the first ends the check": {
    answer: answering(JSON.stringify({ app_bundles: Array(499_000).fill(null) })),
  },
  "half a million wrong campaigns, of which the first ends the check": {
    answer: answering(JSON.stringify(Array(499_000).fill(1))),
    acts: [(client) => client.campaigns()],
  },
  "a response that is compressed, although no request allows it": {
    answer: answering("not decoded", { "content-encoding": "gzip" }),
  },
  "a response that names that it has no encoding": {
    answer: answering(JSON.stringify(appList), { "content-encoding": "identity" }),
  },
  "a response with a byte order mark, and a character in two chunks": {
    answer: (_, response) => {
      response.write(zurich.subarray(0, middle));
      response.end(zurich.subarray(middle));
    },
  },
  // With these statuses, the header is not about the next request.
  "a read that is retried after growing delays": {
    answer: failing([500, 502, 504, 500], { "retry-after": "9" }),
    acts: [probe],
  },
  "a read that fails with its own error after the last attempt": {
    answer: failing(Array(6).fill(500), { "retry-after": "9" }),
    acts: [probe],
  },
  "a change that is retried after the delay that the API asks for": { answer: failing([429], { "retry-after": "7" }) },
  "a change that is sent five times if each gets a 429": { answer: failing(Array(9).fill(429)) },
  "a change that is retried at the date that the API asks for, by its clock": {
    answer: failing([429], { date, "retry-after": later }),
  },
  "changes that fail at once if the API asks for more than two minutes": {
    answer: failing([429], { "retry-after": "1200" }),
    acts: [change, change],
    config: { timeoutSeconds: "3600" },
  },
  "changes that fail at once if the API asks for a delay after the deadline": {
    answer: failing([429], { "retry-after": "100" }),
    acts: [change, change],
    config: { timeoutSeconds: "60" },
  },
  "a probe waits until the deadline, and a change leaves time to read its outcome": {
    answer: failing([429, 429], { "retry-after": "50" }),
    acts: [probe, change],
    config: { timeoutSeconds: "60" },
  },
  "a change that may have had an effect is not retried, but delays what follows": {
    answer: failing([503], { "retry-after": "3" }),
    acts: [change, change],
  },
  "a connection that breaks after a change was sent": { answer: (_, response) => void response.destroy() },
  "a connection that is reset after a change was sent": {
    answer: (_, response) => void response.socket?.resetAndDestroy(),
  },
  "a response that is not HTTP": { answer: (_, response) => void response.socket?.end("SSH-2.0-OpenSSH\r\n") },
  "a connection that breaks in the middle of a response": {
    answer: (_, response) =>
      response.writeHead(200, { "content-length": "1000" }).write('{"id":4321,', () => response.destroy()),
  },
  "a redirect, which is not followed": {
    answer: (_, response) => response.writeHead(307, { location: "/elsewhere" }).end(),
  },
  "a token that is not accepted is renewed once for a request": {
    answer: (_, response) => response.writeHead(401).end(),
  },
  "a read at the path of the settings, with a key in its query": {
    answer: ({ url }, response) =>
      sendJson(response, 200, { ...appList, name: url, description: "with k3y-of-the-path" }),
    acts: [(client) => client.readAppList(4321)],
    config: { observe: "read", readPath: "/v2/lists/{id}?full={id}&key=k3y-of-the-path" },
  },
  "a read at a path with an encoded password, of which the connection breaks": {
    answer: (_, response) => void response.destroy(),
    acts: [(client) => client.readAppList(4321)],
    config: { password: "p\u00e4ss word", readPath: "/v2/p%C3%A4ss%20word/{id}" },
  },
  "a change whose token call gets a 100 Continue that was not asked for": {
    answer: sendList,
    login: (received, response, number) => {
      response.writeContinue();
      issue(received, response, number);
    },
  },
  "a change of which the token call for a retry fails": { answer: refuse, login: onlyOnce },
  "a probe of which the token call for a retry fails": { answer: refuse, login: onlyOnce, acts: [probe] },
  "changes after the API refused the login": {
    answer: sendList,
    login: (_, response) => response.writeHead(401).end(),
    acts: [change, change],
  },
  "changes at a base URL without the path of the token call": {
    answer: sendList,
    login: (_, response) => response.writeHead(404).end(),
    acts: [change, change],
  },
  "changes while another service answers the token call, and after that": {
    answer: sendList,
    login: afterFive(403, "<html>blocked</html>"),
    acts: [change, change],
  },
  "changes while the API fails to issue a token, and after that": {
    answer: sendList,
    login: afterFive(500, ""),
    acts: [change, change],
  },
  "a change that is canceled before it is sent": { answer: sendList, canceledAt: "once" },
  "a change that is canceled at the token call": { answer: sendList, canceledAt: "token call" },
  "a change that is canceled after it was sent": { answer: sendList, canceledAt: "other request" },
  "a change that is canceled after it was sent, and fails": { answer: failing([500]), canceledAt: "other request" },
  "a probe that is canceled after it was sent": { answer: sendList, acts: [probe], canceledAt: "other request" },
  "a change after the end of the client": {
    answer: sendList,
    acts: [
      async (client) => {
        client.close();
        return change(client);
      },
    ],
  },
  "pages without campaigns": { answer: sendList, acts: [(client) => client.campaigns(0)] },
};

/** What came of the acts, the requests, and the delays. */
async function linesOf({ answer, login, canceledAt, acts = [change], config }: Example): Promise<readonly string[]> {
  const time = virtualClock();
  const cancellation = new Cancellation(time);
  const lines: string[] = [];
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  onTestFinished(() => void vi.restoreAllMocks());
  const onDelay = (seconds: number, reason: string): void => void lines.push(`reported: ${seconds} s: ${reason}`);
  const log = (line: string): void => void lines.push(`log: ${line.replace(/[\d,]+ ms/u, "N ms")}`);
  // A canceled request ends at any time.
  const onRequest = canceledAt === undefined ? log : undefined;
  const server = await startServer((received, ...call) => {
    const isLogin = received.method === "POST";
    if (canceledAt === (isLogin ? "token call" : "other request")) cancellation.cancel();
    (isLogin ? (login ?? withTokens(answer)) : answer)(received, ...call);
  });
  const client = new ApiClient(settingsFor(server.baseUrl, config), { cancellation, onDelay, onRequest });
  onTestFinished(() => client.close());
  if (canceledAt === "once") cancellation.cancel();
  for (const act of acts) {
    const [ended] = await Promise.allSettled([act(client)]);
    if (ended.status === "fulfilled") lines.push(JSON.stringify(ended.value));
    else lines.push(`${JSON.stringify(ended.reason)} ${String(ended.reason)}`);
  }
  const sent = [`token calls: ${server.tokenCalls().length}`, `other requests: ${server.calls().length}`];
  lines.push([...sent, `delays: ${time.delays.join(", ") || "none"}`].join("; "));
  return lines.flatMap((line) => line.replaceAll(server.baseUrl, "BASE_URL").split("\n"));
}

testExamples(
  join(import.meta.dirname, "client.txt"),
  Object.fromEntries(Object.entries(examples).map(([title, example]) => [title, () => linesOf(example)])),
);

describe("a request that failed", () => {
  it.each([1, 2, 10])("is one of fewer after a 429, until all of 40 succeed: %i at once allowed", async (burst) => {
    const time = virtualClock();
    // Two requests per second.
    let [allowed, at] = [burst, 0];
    const passing: boolean[] = [];
    const { client } = await serveLists((_, response) => {
      allowed = Math.min(burst, allowed + (time.now() - at) / 500);
      at = time.now();
      passing.push(allowed >= 1);
      if (allowed < 1) return response.writeHead(429).end();
      allowed -= 1;
      return sendJson(response, 200, appList);
    }, time);
    await Promise.all(Array.from({ length: 40 }, () => change(client)));
    expect(passing.filter((isAllowed) => isAllowed)).toHaveLength(40);
    expect(passing.length).toBeLessThan(150);
    expect(time.now()).toBeLessThan(60_000);
  });

  it("has no deadline that a timer of Node cannot reach", () => {
    const client = clientFor("https://api.example.com");
    expect([10, 10 ** 9].map((seconds) => client.deadline(seconds).remaining)).toEqual([10_000, 2 ** 31 - 1]);
  });

  it("has one deadline for all requests of an operation", async () => {
    let now = 0;
    const { client } = await serveLists(
      (_, response, number) =>
        number === 1 ? sendJson(response, 200, appList) : response.writeHead(429, { "retry-after": "40" }).end(),
      { now: () => now },
      { timeoutSeconds: "60" },
    );
    const deadline = client.deadline();
    await client.changeAppList(4321, "add", entries, deadline);
    now = 30_000;
    const change = client.changeAppList(4321, "add", entries, deadline);
    expect(await rejectionOf(change)).toMatchObject({ code: "RATE_LIMITED" });
  });

  it("has the reason of the token call when the deadline is reached during the delay of that", async () => {
    const stop = new AbortController();
    const limited: Answer = (_, response) => response.writeHead(429, { "retry-after": "100" }).end();
    const { server, client } = await serve(limited, {
      sleep: () => {
        stop.abort();
        return new Promise(() => {});
      },
    });
    const error = await failedChange(client, stop.signal);
    expect(error).toMatchObject(unsent);
    expect(error.message).toContain("it would have to wait 100 s, because the API asks for fewer requests (429)");
    expect(server.tokenCalls()).toHaveLength(1);
  });

  it("has the effect of the attempt that was sent, if a retry was not", async () => {
    const server = createHttpServer((request, response) => {
      if (request.method === "POST") return sendJson(response, 200, { access_token: "a" });
      response.writeHead(429, { connection: "close" }).end();
      return server.close();
    });
    const client = clientFor(`http://127.0.0.1:${await listen(server)}`);
    expect(await failedChange(client)).toMatchObject({ effect: "denied", status: 429 });
  });

  it("fails with the reason of its delay when the deadline is reached during the delay", async () => {
    const stop = new AbortController();
    const { client } = await serveAnswer(500, "", { sleep: async () => stop.abort() });
    const probe = client.changeAppList(4321, "remove", entries, deadlineUntil(stop.signal), "probe");
    expect(await rejectionOf(probe)).toMatchObject({ status: 500 });
  });
});

describe("a connection", () => {
  it.each<[string, Answer]>([
    ["succeeded", sendList],
    ["broke", (_, response) => void response.destroy()],
  ])("that %s leaves nothing that listens to the signals of its operation", async (_, answer) => {
    const { baseUrl } = await startServer(answer);
    const [{ signal }, { signal: lastSignal }] = [new AbortController(), new AbortController()];
    const request = { method: "GET", path: "/", headers: {} } as const;
    const dispatcher = makeDispatcher(baseUrl);
    onTestFinished(() => dispatcher.destroy());
    await exchange(dispatcher, baseUrl, request, { signal, lastSignal });
    expect([signal, lastSignal].map((each) => getEventListeners(each, "abort"))).toEqual([[], []]);
  });

  it("to a server with an untrusted certificate gets no request and no credentials", async () => {
    const pem = readFileSync(join(import.meta.dirname, "untrusted.pem"));
    let received = 0;
    const server = createTlsServer({ key: pem, cert: pem }, (socket) => {
      socket.on("data", () => (received += 1));
    });
    let connections = 0;
    server.on("connection", () => (connections += 1));
    const error = await failedChange(clientFor(`https://localhost:${await listen(server)}`));
    expect(error).toMatchObject(unsent);
    expect(error.message).toContain("self-signed certificate");
    expect({ received, connections }).toEqual({ received: 0, connections: 1 });
  });

  it("that is not in TLS has no effect, and the reason is a part of its first line", async () => {
    const server = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const error = await failedChange(clientFor(`https://localhost:${await listen(server)}`));
    expect(error).toMatchObject(unsent);
    expect(error.message.split("\n")[0]).toMatch(
      /^The API at https:\/\/localhost:\d+ could not be reached: TLS failed \(wrong version number\)\. Nothing was changed\.$/u,
    );
  });

  // Localhost has several addresses.
  it.each(["127.0.0.1", "localhost"])("that %s refuses has no effect, and its error names the API", async (host) => {
    const baseUrl = `http://${host}:${await freePort()}`;
    const error = await failedChange(clientFor(baseUrl));
    expect(error).toMatchObject(unsent);
    expect(error.message).toContain(baseUrl);
    expect(error.message).toContain("ECONNREFUSED");
  });

  it.each([
    ["403 Forbidden", "https://api.example.com could not be reached", 5],
    ["407 Proxy Authentication Required", "The proxy did not accept the login in the environment (407).", 1],
  ])("uses the proxy of the environment, and has no effect if it answers %s", async (answer, problem, most) => {
    let connections = 0;
    const proxy = createServer((socket) => {
      connections += 1;
      socket.once("data", () => socket.end(`HTTP/1.1 ${answer}\r\ncontent-length: 0\r\n\r\n`));
    });
    vi.stubEnv("https_proxy", `http://user:proxy-password@127.0.0.1:${await listen(proxy)}`);
    vi.stubEnv("no_proxy", "");
    const client = clientFor("https://api.example.com");
    const error = await failedChange(client);
    expect(error).toMatchObject(unsent);
    expect(error.message).toContain(problem);
    expect(inspect(error, { depth: 10 })).not.toContain("proxy-password");
    // A refused login is not repeated.
    if (most === 1) await failedChange(client);
    expect(connections).toBe(most);
  });

  it("through a proxy with an invalid address is refused without showing the address", () => {
    vi.stubEnv("https_proxy", "http://user:proxy-password@[");
    expect(() => clientFor("https://api.example.com")).toThrow(SettingsError);
    expect(() => clientFor("https://api.example.com")).toThrow(/^(?!.*proxy-password)/s);
  });

  afterEach(() => void vi.unstubAllEnvs());
});

describe("an access token", () => {
  it("that is not accepted for many requests is renewed once", async () => {
    // All requests with the first token get their response when the last of them was received.
    const waiting: ServerResponse[] = [];
    const { server, client } = await serveLists((received, response) => {
      if (received.headers.authorization !== "Bearer token-1") return sendJson(response, 200, appList);
      waiting.push(response);
      if (waiting.length === 5) for (const one of waiting) sendJson(one, 401, {});
    });
    await Promise.all(Array.from({ length: 5 }, () => change(client)));
    expect(server.tokenCalls()).toHaveLength(2);
    expect(server.calls()).toHaveLength(10);
  });

  it("is awaited by each operation until its own deadline", async () => {
    const stop = new AbortController();
    const held = Promise.withResolvers<ServerResponse>();
    const { server, client } = await serve((received, response) => {
      if (received.method === "POST") held.resolve(response);
      else sendList(received, response, 1);
    });
    const short = failedChange(client, stop.signal);
    const response = await held.promise;
    const long = change(client);
    stop.abort(new DOMException("The time is up.", "TimeoutError"));
    const error = await short;
    expect(error).toMatchObject(unsent);
    expect(error.message).toContain("the timeout was reached");
    sendJson(response, 200, { access_token: "a" });
    expect((await long).id).toBe(4321);
    expect(server.requests).toHaveLength(2);
  });
});

describe("a cancellation", () => {
  it("in the middle of the response makes it unreadable", async () => {
    const controller = new AbortController();
    const abort = () => controller.abort();
    onTestFinished(() => void unsubscribe("undici:request:bodyChunkReceived", abort));
    const { client } = await serveLists((_, response) => {
      subscribe("undici:request:bodyChunkReceived", abort);
      response.writeHead(200, { "content-length": "1000" }).write('{"id":4321,');
    });
    const error = await failedChange(client, controller.signal);
    expect(error).toMatchObject({ code: "RESPONSE_UNREADABLE", effect: "possible", status: 200 });
  });

  it("while the connection is made means that nothing was sent", async () => {
    // A listener that accepts no TLS: the handshake never ends.
    const controller = new AbortController();
    const listener = createServer(() => controller.abort());
    const client = clientFor(`https://127.0.0.1:${await listen(listener)}`);
    expect(await failedChange(client, controller.signal)).toMatchObject(unsent);
  });
});

it("has one deadline for all pages of campaigns", async () => {
  const clock = virtualClock();
  const answer = withTokens(
    ({ url }, response) => void clock.sleep(25_000).then(() => sendJson(response, 200, { data: [{ id: url }] })),
  );
  const { server, client } = await serve(answer, clock, { timeoutSeconds: "60" });
  expect(await rejectionOf(client.campaigns(1))).toMatchObject(unsent);
  expect(server.calls()).toHaveLength(3);
});

it("an access token that is issued again with the same text is another one", async () => {
  const held: ServerResponse[] = [];
  const { server, client } = await serve((received, response, number) => {
    if (received.method === "POST") return sendJson(response, 200, { access_token: "same", expires_in: "1799" });
    if (number <= 2) held.push(response);
    else sendJson(response, 200, appList);
    // The second request is denied after the first one has been repeated.
    const late = number === 1 ? undefined : held.shift();
    if (late !== undefined) sendJson(late, 401, {});
  });
  await Promise.all([change(client), change(client)]);
  expect(server.tokenCalls()).toHaveLength(2);
});
