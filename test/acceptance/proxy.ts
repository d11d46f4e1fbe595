import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createSecureServer } from "node:tls";
import type { Simulator } from "../../provider/simulator/index";
import { listen } from "../api/server";

/** The certificate of https://api.example.com, which signs itself, for NODE_EXTRA_CA_CERTS. */
export const authority = join(import.meta.dirname, "api.example.com.pem");

/**
 * Starts a proxy that leads from https://api.example.com to a simulator, and refuses every other host. `hosts` returns
 * the hosts and ports that it was asked for since the last call.
 */
export async function startProxy(simulator: Simulator) {
  const pem = readFileSync(authority);
  const api = createSecureServer({ key: pem, cert: pem }, (socket) => {
    const other = connect(Number(new URL(simulator.url).port), "127.0.0.1");
    for (const each of [socket, other]) each.on("error", () => each.destroy());
    socket.pipe(other).pipe(socket);
  });
  const hosts: string[] = [];
  const proxy = createServer().on("connect", ({ url = "" }, socket: Socket) => {
    hosts.push(url);
    socket.on("error", () => socket.destroy());
    if (url !== "api.example.com:443") return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    api.emit("connection", socket);
  });
  return { url: `http://127.0.0.1:${await listen(proxy)}`, hosts: () => hosts.splice(0) };
}
