import fc from "fast-check";
import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { ApiClient } from "../../provider/api/client";
import { bundles } from "../list/entries";
import { settingsFor, startServer, withTokens, type Answer } from "../api/server";
import { virtualClock } from "../harness/virtual-clock";
import { leaksIn } from "../harness/canaries";
import { cases, expectShowable, survives } from "./claims";
import { deepValues, hostileText, hostileValue, longTexts, spoilt } from "./values";

const canary = "Qx7-canary-Zv9";

/** An answer that an API, or whoever answers in its place, could give. */
interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

const rightList = {
  id: 7,
  name: "brand-safety",
  description: "",
  app_bundles: "com.a,com.b",
  placement_ids: "1-a",
  websites: "a.example",
  has_associated_campaigns: false,
};
const rightToken = { access_token: canary, expires_in: "1799", scope: "" };
const rightPage = { data: [{ id: 1, name: "spring" }], meta: { total_entries: 1 } };

/** What HTTP lets stand in the value of a header. */
const headerText = hostileText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/gu, "?"));

const headers = fc.record(
  {
    "content-type": fc.constantFrom("application/json", "text/html", "application/octet-stream"),
    "retry-after": fc.oneof(
      headerText,
      fc.constantFrom("0", "1", "-1", "1e9", "9999999999", "Sat, 01 Jan 2050 00:00:00 GMT"),
    ),
    location: fc.oneof(headerText, fc.constantFrom("//evil.example", "javascript:alert(1)", "http://[", "\u0085")),
    date: headerText,
  },
  { requiredKeys: [] },
);

/** A body: right but for some members, any JSON, any text, with a secret in it, or any bytes. */
function bodyLike(...right: readonly Readonly<Record<string, unknown>>[]): fc.Arbitrary<string | Uint8Array> {
  return fc
    .oneof(
      { weight: 4, arbitrary: fc.oneof(...right.map(spoilt)).map((value) => JSON.stringify(value)) },
      hostileValue.map((value) => JSON.stringify(value)),
      hostileText,
      fc.tuple(hostileText, hostileText).map((texts) => texts.join(canary)),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    )
    .filter((body) => !body.includes("\u061c"));
}

const otherStatuses = [
  201, 204, 206, 301, 303, 304, 307, 400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 599,
];

const status = fc.oneof({ weight: 3, arbitrary: fc.constant(200) }, fc.constantFrom(...otherStatuses));

function replyLike(...right: readonly Readonly<Record<string, unknown>>[]): fc.Arbitrary<Reply> {
  return fc.record({ status, headers, body: bodyLike(...right) });
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers).end(body);
}

/** A client of a server that gives chosen answers. Its delays take no time. */
async function clientOf(answer: Answer) {
  const server = await startServer(answer);
  const client = new ApiClient(settingsFor(server.baseUrl, { password: canary, readPath: "/lists/{id}" }), {
    ...virtualClock(),
    // Delays that the API asks for do not outlast the case.
    retryPolicy: { maxAttempts: 2, initialDelay: 0, maxDelay: 0, maxRequestedDelay: Number.MAX_SAFE_INTEGER },
  });
  onTestFinished(() => client.close());
  return client;
}

/** Every kind of call. */
const calls: readonly ((client: ApiClient) => Promise<unknown>)[] = [
  (client) => client.changeAppList(7, "add", bundles("com.a")),
  (client) => client.changeAppList(7, "remove", bundles("com.a"), { isProbe: true }),
  (client) => client.readAppList(7),
  (client) => client.campaigns({ maxPages: 2 }),
];

/** Makes calls, by default of every kind; claims that each succeeds or fails with an error that helps and has no secret in it. */
async function call(client: ApiClient, made = calls): Promise<void> {
  for (const each of made) {
    await survives(async () => {
      try {
        return await each(client);
      } catch (error) {
        expect(leaksIn([inspect(error)], [canary])).toEqual([]);
        throw error;
      }
    });
  }
}

describe("answers that are not as they should be", () => {
  it("are read, or fail with an error that helps and has no secret in it", async () => {
    let reply: Reply = { status: 200, headers: {}, body: "" };
    const client = await clientOf(withTokens((_, response) => send(response, reply)));
    await fc.assert(
      fc.asyncProperty(replyLike(rightList, rightPage), async (each) => {
        reply = each;
        await expect(call(client)).resolves.toBeUndefined();
      }),
      cases("answers (four calls each)", 200),
    );
  });

  it("are likewise if a token was asked for", async () => {
    let reply: Reply = { status: 200, headers: {}, body: "" };
    const settings = await clientOf((_, response) => send(response, reply));
    await fc.assert(
      fc.asyncProperty(replyLike(rightToken), async (each) => {
        reply = each;
        await call(settings);
      }),
      cases("answers to the login (four calls each)", 100),
    );
  });

  it("may be 300,000 characters long", { timeout: 300_000 }, async () => {
    let body = "";
    const client = await clientOf(withTokens((_, response) => send(response, { status: 200, headers: {}, body })));
    for (const text of longTexts) {
      const list = JSON.stringify({ ...rightList, name: text, app_bundles: text, websites: text });
      const idless = JSON.stringify({ ...rightList, id: text });
      for (body of [text, list, idless])
        await expect(
          call(client, [(client) => client.changeAppList(7, "add", bundles("com.a"))]),
        ).resolves.toBeUndefined();
      body = JSON.stringify({ data: [{ id: text }] });
      await expect(call(client, [(client) => client.campaigns({ maxPages: 2 })])).resolves.toBeUndefined();
    }
    process.stdout.write(`hostile long answers: ${longTexts.length * 4} cases, none failed\n`);
  });

  it.each(Object.entries(deepValues))("may be %s", async (_, json) => {
    let body = "";
    const client = await clientOf(withTokens((_, response) => send(response, { status: 200, headers: {}, body })));
    for (body of [json, `{"id": 7, "app_bundles": ${json}}`, `{"id": 7, "app_bundles": "com.a", "more": ${json}}`]) {
      await expect(call(client)).resolves.toBeUndefined();
    }
    expectShowable(body.slice(0, 100));
  });
});
