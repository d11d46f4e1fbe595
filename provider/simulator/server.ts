import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { FaultAnswer } from "./fault";
import { type ReceivedRequest, readTarget } from "./request";
import { type Answer, jsonAnswer } from "./respond";

const host = "127.0.0.1";

export interface Delivery {
  readonly answer: Answer;
  readonly fault?: FaultAnswer;
}

/**
 * Handles a complete request.
 *
 * @param gone - Aborts when the client has closed its connection.
 */
export type Receive = (request: ReceivedRequest, gone: AbortSignal) => Delivery | Promise<Delivery>;

/** A server on loopback. */
export interface LoopbackServer {
  /** The base URL, `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Resets the connections of the requests that hang now. */
  resetHanging(): void;
  /**
   * Closes all connections, as if their clients were killed. Fulfilled when every request that arrived has had its effect.
   */
  disconnect(): Promise<void>;
  /** Stops the server and closes its connections. Another call has no effect. */
  close(): Promise<void>;
}

/**
 * Serves requests on loopback.
 *
 * @param port - 0 for a free one.
 * @throws Error if the port is not available; its cause is Node's own error.
 */
export async function listen(receive: Receive, port: number): Promise<LoopbackServer> {
  const hanging = new Set<ServerResponse>();
  const serving = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    response.once("close", () => hanging.delete(response));
    const served = serve(receive, hanging, request, response).finally(() => serving.delete(served));
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
  return {
    url: `http://${host}:${actualPort}`,
    resetHanging: () => hanging.forEach(({ socket }) => socket?.resetAndDestroy()),
    disconnect: async () => {
      await acceptPending(server, actualPort);
      server.closeAllConnections();
      await Promise.all(serving);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Waits until the server has accepted every connection so far: it accepts them in the order in which they were made. */
async function acceptPending(server: Server, port: number): Promise<void> {
  const isAccepted = Promise.withResolvers<void>();
  const last = connect(port, host);
  const onConnection = (socket: Socket): void => {
    if (socket.remotePort === last.localPort) isAccepted.resolve();
  };
  server.on("connection", onConnection);
  try {
    await Promise.all([once(last, "connect"), isAccepted.promise]);
  } finally {
    server.off("connection", onConnection);
    last.destroy();
  }
}

async function serve(
  receive: Receive,
  hanging: Set<ServerResponse>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request).catch(() => undefined);
  // The client has closed the connection.
  if (body === undefined) return;
  try {
    const { method = "", url = "", headers } = request;
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const received = receive({ method, ...readTarget(url), headers, body }, gone.signal);
    // A slow request has its effect without a client.
    const delivery = received instanceof Promise ? await Promise.race([received, untilAborted(gone.signal)]) : received;
    if (delivery !== undefined) await send(delivery.answer, delivery.fault, response, hanging);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const failure = jsonAnswer(500, { error: "The simulator itself failed", message });
    await send(failure, undefined, response, hanging);
  }
}

/** Waits until a signal aborts. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

async function send(
  { status, headers, body }: Answer,
  fault: FaultAnswer | undefined,
  response: ServerResponse,
  hanging: Set<ServerResponse>,
): Promise<void> {
  const bytes = Buffer.from(body, "utf8");
  switch (fault?.kind) {
    case "cut":
      response.writeHead(status, { ...headers, "content-length": bytes.byteLength });
      response.write(bytes.subarray(0, Math.floor(bytes.byteLength / 2)), () => response.destroy());
      return;
    case "drip":
      response.writeHead(status, headers);
      for (const byte of bytes) {
        if (response.destroyed) return;
        response.write(Buffer.of(byte));
        await pause(fault.pause ?? 100, undefined, { ref: false });
      }
      response.end();
      return;
    case "flood": {
      const encoding = fault.encoding && { "content-encoding": fault.encoding };
      response.writeHead(status, { ...headers, ...encoding });
      const encoder = encoding ? createGzip() : new PassThrough();
      // No faster than the client reads. A client that closes the connection is no error.
      await pipeline(Readable.from(flood(bytes, fault.bytes)), encoder, response).catch(() => response.destroy());
      return;
    }
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "hang":
      hanging.add(response);
      return;
    case "status":
    case "echo":
    case "slow":
    case undefined:
      response.writeHead(status, headers).end(bytes);
  }
}

const spaces = Buffer.alloc(64 * 1024, " ");

function* flood(start: Buffer, bytes: number): Generator<Buffer> {
  yield start;
  for (let left = bytes - start.byteLength; left > 0; left -= spaces.byteLength) yield spaces.subarray(0, left);
}
