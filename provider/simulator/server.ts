import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { FaultAnswer } from "./fault";
import { type ReceivedRequest, readTarget } from "./request";
import { type Answer, jsonAnswer } from "./respond";

const host = "127.0.0.1";

/** An answer, and the fault that decides how it is sent. */
export interface Delivered extends Answer {
  readonly fault?: FaultAnswer["kind"] | undefined;
}

/**
 * Handles a complete request.
 *
 * @param gone - Aborts when the client has closed its connection.
 */
export type Receive = (request: ReceivedRequest, gone: AbortSignal) => Delivered | Promise<Delivered>;

/** A server on loopback. */
export interface LoopbackServer {
  /** The base URL, `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Resets the connections of the requests that hang now. */
  resetHanging(): void;
  /**
   * Closes all connections, as if the clients were killed. The promise is fulfilled when all received requests have had
   * their effects.
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
    const served = serve(receive, hanging, request, response).finally(() => serving.delete(served));
    serving.add(served);
  });
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    const message = `The simulator cannot listen on port ${port} of ${host}. Choose another port, or 0 for a free one.`;
    throw new Error(message, { cause });
  }
  const address = server.address();
  const actualPort = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host}:${actualPort}`,
    resetHanging: () => hanging.forEach(({ socket }) => socket?.resetAndDestroy()),
    disconnect: async () => {
      await acceptPending(actualPort);
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

/**
 * Waits until the server has accepted all earlier connections. It accepts them in the order in which they were made.
 */
async function acceptPending(port: number): Promise<void> {
  // Node.js closes the connection of a CONNECT request without a handler.
  const last = connect(port, host).resume().end("CONNECT localhost HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await once(last, "close");
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
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  try {
    const { method = "", url = "", headers } = request;
    const received = receive({ method, ...readTarget(url), headers, body }, gone.signal);
    // Not awaited if it is not a promise, so that a request already hangs when its listener runs. A slow request has
    // its effect even if the client is gone.
    const delivery = received instanceof Promise ? await Promise.race([received, untilAborted(gone.signal)]) : received;
    if (delivery !== undefined) send(delivery, response, hanging);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    send(jsonAnswer(500, { error: "The simulator itself failed", message }), response, hanging);
  }
}

/** Waits until a signal aborts. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

function send(
  { status, headers, body, fault }: Delivered,
  response: ServerResponse,
  hanging: Set<ServerResponse>,
): void {
  if (fault === "reset") {
    response.socket?.resetAndDestroy();
  } else if (fault === "hang") {
    hanging.add(response);
  } else if (fault === "cut") {
    const bytes = Buffer.from(body);
    response.writeHead(status, { ...headers, "content-length": bytes.byteLength });
    response.write(bytes.subarray(0, Math.floor(bytes.byteLength / 2)), () => response.destroy());
  } else {
    response.writeHead(status, headers).end(body);
  }
}
