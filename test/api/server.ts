import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { onTestFinished } from "vitest";
import { readSettings, type Settings } from "../../provider/api/settings";

/** A request as the server received it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Answers a request; `number` counts the requests of the same method and path from 1 on. */
export type Answer = (received: Received, response: ServerResponse, number: number) => void;

/** A real HTTP server on loopback, which ends with the test. */
export async function startServer(answer: Answer) {
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const received = { method, url, headers, body: Buffer.concat(chunks).toString() };
      requests.push(received);
      answer(received, response, requests.filter((other) => other.method === method && other.url === url).length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    baseUrl: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    /** The requests with which tokens were asked for. */
    tokenCalls: () => requests.filter(isTokenCall),
    /** All other requests. */
    calls: () => requests.filter((received) => !isTokenCall(received)),
  };
}

/** Issues the tokens "token-1", "token-2" and so on, and leaves all other requests to `answer`. */
export function withTokens(answer: Answer): Answer {
  return (received, response, number) => {
    if (isTokenCall(received)) {
      sendJson(response, 200, { access_token: `token-${number}`, expires_in: "1799", scope: "" });
    } else answer(received, response, number);
  };
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Checked settings for an API, of the user "ads+api@example.com". */
export function settingsFor(baseUrl: string, config: Readonly<Record<string, string>> = {}): Settings {
  const values: Readonly<Record<string, string>> = {
    baseUrl,
    apiKey: "the-api-key",
    apiSecret: "the-api-secret",
    username: "ads+api@example.com",
    password: "the pass+word",
    ...config,
  };
  return readSettings({ config: (key) => values[key], environment: {} });
}

/** Lets a server listen on loopback until the test ends, and returns its port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return portOf(server.address());
}

/** A port on loopback on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What a promise rejects with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("The promise was expected to reject.");
    },
    (error: unknown) => error,
  );
}

function isTokenCall(received: Received): boolean {
  return received.url.endsWith("/v1/authentication/token");
}

/** The port of a server that listens. */
function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}
