import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { errorAnswer } from "./answer";
import type { Delivery } from "./fault";
import { type ReceivedRequest, readTarget } from "./request";

/** The largest body that a request may have, in bytes: 64 MiB. */
export const maxBodyBytes = 64 * 1024 * 1024;

const host = "127.0.0.1";

/** A server on loopback. */
export interface LoopbackServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Resets the connections of the requests that hang. */
  readonly resetHanging: () => void;
  /** Ends all connections; fulfilled when whatever arrived by them has had its effect. */
  readonly disconnect: () => Promise<void>;
  /** Ends open connections and hanging answers, and frees the port. Calling it again changes nothing. */
  readonly close: () => Promise<void>;
}

/**
 * Serves requests on loopback.
 *
 * @param receive - takes a whole request and says what to send.
 * @param port - 0 for a free one.
 * @throws Error when the port cannot be had; its cause is Node's own error.
 */
export async function listen(receive: (request: ReceivedRequest) => Delivery, port: number): Promise<LoopbackServer> {
  const hanging = new Set<ServerResponse>();
  const hang = (response: ServerResponse): void => {
    hanging.add(response);
    response.once("close", () => hanging.delete(response));
  };
  const serving = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const served = serve(receive, hang, request, response).finally(() => serving.delete(served));
    serving.add(served);
  });
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    throw new Error(
      `The simulator cannot listen on port ${port} of ${host}. Choose another port, or 0 for a free one.`,
      { cause },
    );
  }
  const address = server.address();
  const actualPort = typeof address === "object" && address !== null ? address.port : port;
  let closed: Promise<void> | undefined;
  return {
    url: `http://${host}:${actualPort}`,
    resetHanging: () => hanging.forEach(({ socket }) => socket?.resetAndDestroy()),
    disconnect: async () => {
      await letIn(server, actualPort);
      server.closeAllConnections();
      await Promise.all(serving);
    },
    close: () => {
      closed ??= new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      });
      return closed;
    },
  };
}

/** Waits until the server has every connection that was made so far: they come in the order in which they were made. */
async function letIn(server: Server, port: number): Promise<void> {
  const isLetIn = Promise.withResolvers<void>();
  const last = connect(port, host);
  const see = (socket: Socket): void => {
    if (socket.remotePort === last.localPort) isLetIn.resolve();
  };
  server.on("connection", see);
  try {
    await Promise.all([once(last, "connect"), isLetIn.promise]);
  } finally {
    server.off("connection", see);
    last.destroy();
  }
}

/**
 * Reads a body to its end; undefined when it is above the limit.
 *
 * What is above the limit is read too and thrown away, so that the client gets to read the answer.
 */
export async function readBody(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array | undefined> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size <= limit) kept.push(chunk);
    else kept.length = 0;
  }
  return size <= limit ? Buffer.concat(kept) : undefined;
}

async function serve(
  receive: (request: ReceivedRequest) => Delivery,
  hang: (response: ServerResponse) => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let body: Uint8Array | undefined;
  try {
    body = await readBody(request, maxBodyBytes);
  } catch {
    // The client went away before its request was whole: nobody is left to be answered.
    return;
  }
  try {
    const { method = "", url = "", headers } = request;
    await deliver(receive({ method, ...readTarget(url), headers, body }), response, hang);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await deliver({ kind: "whole", answer: errorAnswer(500, "The simulator itself failed", message) }, response, hang);
  }
}

async function deliver(
  delivery: Delivery,
  response: ServerResponse,
  hang: (response: ServerResponse) => void,
): Promise<void> {
  switch (delivery.kind) {
    case "whole": {
      const { status, headers, body } = delivery.answer;
      response.writeHead(status, headers).end(body);
      return;
    }
    case "cut": {
      const { status, headers, body } = delivery.answer;
      const bytes = Buffer.from(body, "utf8");
      response.writeHead(status, { ...headers, "content-length": bytes.byteLength });
      response.write(bytes.subarray(0, Math.floor(bytes.byteLength / 2)), () => {
        response.destroy();
      });
      return;
    }
    case "drip": {
      const { status, headers, body } = delivery.answer;
      response.writeHead(status, headers);
      await stream(drops(body, delivery.pause, response), response);
      return;
    }
    case "flood": {
      const { status, headers, body } = delivery.answer;
      const { encoding } = delivery;
      response.writeHead(status, { ...headers, ...(encoding !== undefined && { "content-encoding": encoding }) });
      await stream(flood(body, delivery.bytes), response, encoding === undefined ? undefined : createGzip());
      return;
    }
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "hang":
      hang(response);
      return;
  }
}

/** Sends what comes, no faster than the client reads it. A client that goes away in the middle is no error. */
async function stream(
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  response: ServerResponse,
  encoder: NodeJS.ReadWriteStream = new PassThrough(),
): Promise<void> {
  await pipeline(Readable.from(bytes), encoder, response).catch(() => response.destroy());
}

async function* drops(body: string, milliseconds: number, response: ServerResponse): AsyncGenerator<Buffer> {
  for (const byte of Buffer.from(body, "utf8")) {
    if (response.destroyed) return;
    yield Buffer.of(byte);
    await pause(milliseconds, undefined, { ref: false });
  }
}

const chunk = Buffer.alloc(64 * 1024, " ");

function* flood(body: string, bytes: number): Generator<Buffer> {
  const start = Buffer.from(body, "utf8");
  yield start;
  for (let left = bytes - start.byteLength; left > 0; left -= chunk.byteLength) yield chunk.subarray(0, left);
}
