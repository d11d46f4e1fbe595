import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createSecureServer } from "node:tls";
import type { Simulator } from "../../provider/simulator/index";

/** The certificate of https://api.example.com, which signs itself, for NODE_EXTRA_CA_CERTS. */
export const authority = join(import.meta.dirname, "api.example.com.pem");

/** A proxy that leads from https://api.example.com to a simulator. */
export interface Proxy {
  readonly url: string;
  /** The hosts and ports that it was asked for since the last call. */
  hosts(): readonly string[];
  close(): void;
}

/** Starts a proxy for https, which refuses every other host than that of the API. */
export async function startProxy(simulator: Simulator): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const tunnel = (one: Socket, other: Socket): void => {
    for (const socket of [one, other]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
    one.pipe(other).pipe(one);
  };
  const pem = readFileSync(authority);
  const api = createSecureServer({ key: pem, cert: pem }, (socket) =>
    tunnel(socket, connect(Number(new URL(simulator.url).port), "127.0.0.1")),
  );
  const apiPort = await portOf(api);
  let hosts: string[] = [];
  const proxy = createServer().on("connect", ({ url = "" }, socket: Socket) => {
    hosts.push(url);
    if (url !== "api.example.com:443") {
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    tunnel(socket, connect(apiPort, "127.0.0.1"));
  });
  return {
    url: `http://127.0.0.1:${await portOf(proxy)}`,
    hosts: () => {
      const asked = hosts;
      hosts = [];
      return asked;
    },
    close: () => {
      for (const server of [proxy, api]) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Listens on a free port of this machine. */
async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}
