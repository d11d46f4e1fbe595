import { expect, it } from "vitest";
import { sendJson, startServer, withTokens } from "../api/server";
import { leaksIn } from "../harness/canaries";
import { login } from "../resource/started";
import { ways } from "./ways";

const key = "Qx7/canary+in query";
const readPath = `/lists/{id}?key=${encodeURIComponent(key)}&fields=entries`;
const parts = /fields=|\?key/u;

/** Answers to a request of the read endpoint; most repeat its query. */
const answers = [
  [200, () => ({ id: 7, app_bundles: "com.a", placement_ids: "" })],
  [200, (url: string) => ({ id: 7, name: url, description: key, app_bundles: "com.a" })],
  [200, (url: string) => ({ error: `no list at ${url}` })],
  ...[400, 403, 404, 422, 429].map(
    (status) => [status, (url: string) => ({ error: `cannot GET ${url}`, message: `not allowed: ${key}` })] as const,
  ),
] as const;

it.each(ways)("%s prints no query of readPath or baseUrl, whatever the API returns", async (_, way) => {
  for (const [status, body] of answers) {
    const server = await startServer(
      withTokens(({ method, url }, response) =>
        method === "PATCH" || url.includes("campaigns")
          ? sendJson(response, 200, url.includes("campaigns") ? [] : { id: 7, app_bundles: "com.a", placement_ids: "" })
          : response.writeHead(status, { "retry-after": "9999" }).end(JSON.stringify(body(url))),
      ),
    );
    const printed = await way({ baseUrl: server.baseUrl, ...login, observe: "read", readPath }, {});
    expect(leaksIn([printed], [key])).toEqual([]);
    expect(printed).not.toMatch(parts);
  }
  const printed = await way({ baseUrl: `https://api.example.com/?key=${encodeURIComponent(key)}`, ...login }, {});
  expect(printed).toContain("must not have a query");
  expect(leaksIn([printed], [key])).toEqual([]);
});
