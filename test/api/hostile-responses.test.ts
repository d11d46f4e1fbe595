import { inspect } from "node:util";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { ApiClient } from "../../provider/api/client";
import { Cancellation } from "../../provider/api/deadline";
import { leaksIn } from "../harness/canaries";
import { deepValues, hostileCases, hostileText, hostileValue, spoilt, survives } from "../harness/hostile";
import { virtualClock } from "../harness/virtual-clock";
import { bundles } from "../list/entries";
import { settingsFor, startServer, withTokens, type Answer } from "./server";

const canary = "Qx7-canary-Zv9";

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
const headerText = hostileText.map((text) => text.slice(0, 2000).replaceAll(/[^\t\x20-\x7e\x80-\xff]/gu, "?"));

const delays = ["0", "1", "-1", "1e9", "9999999999", "Sat, 01 Jan 2050 00:00:00 GMT"];
const locations = ["//evil.example", "javascript:alert(1)", "http://[", "\u0085"];

const headers = fc.record(
  {
    "content-type": fc.constantFrom("application/json", "text/html", "application/octet-stream"),
    "retry-after": fc.oneof(headerText, fc.constantFrom(...delays)),
    location: fc.oneof(headerText, fc.constantFrom(...locations)),
    date: headerText,
  },
  { requiredKeys: [] },
);

/** A body: right but for some members, any JSON, any text, with a secret in it, or any bytes. */
const body = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.oneof(...[rightList, rightPage, rightToken].map(spoilt)).map((each) => JSON.stringify(each)),
    },
    hostileValue.map((value) => JSON.stringify(value)),
    hostileText,
    fc.tuple(hostileText, hostileText).map((texts) => texts.join(canary)),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  )
  .filter((each) => !each.includes("\u061c"));

const otherStatuses = [
  201, 204, 206, 301, 303, 304, 307, 400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 599,
];

const status = fc.oneof({ weight: 3, arbitrary: fc.constant(200) }, fc.constantFrom(...otherStatuses));

const clock = virtualClock();

/** A client of a server that gives chosen answers. Its delays take no time. */
async function clientOf(answer: Answer) {
  const server = await startServer(answer);
  const settings = settingsFor(server.baseUrl, { password: canary, readPath: "/lists/{id}" });
  const client = new ApiClient(settings, { cancellation: new Cancellation(clock) });
  onTestFinished(() => client.close());
  return client;
}

type Call = (client: ApiClient) => Promise<unknown>;

/** Every kind of call. */
const calls: readonly Call[] = [
  (client) => client.changeAppList(7, "add", bundles("com.a")),
  (client) => client.changeAppList(7, "remove", bundles("com.a"), client.deadline(), "probe"),
  (client) => client.readAppList(7),
  (client) => client.campaigns(),
];

/** Makes a call; asserts that it succeeds or fails with an error that helps and has no secret in it. */
async function make(call: Call, client: ApiClient): Promise<void> {
  await survives(async () => {
    // Delays that the API asked for end with their case.
    await clock.sleep(10 ** 13);
    try {
      return await call(client);
    } catch (error) {
      expect(leaksIn([inspect(error)], [canary])).toEqual([]);
      throw error;
    }
  });
}

it("reads any answer, or fails with an error that helps and has no secret in it", async () => {
  let reply: Answer = () => {};
  // The answer is the same for a token, or another one.
  const [loggedIn, other] = [
    await clientOf(withTokens((...args) => reply(...args))),
    await clientOf((...args) => reply(...args)),
  ];
  const replies = fc.record({ status, headers, body });
  const property = fc.asyncProperty(
    fc.constantFrom(...calls),
    fc.constantFrom(loggedIn, loggedIn, other),
    replies,
    async (call, client, each) => {
      reply = (_, response) => response.writeHead(each.status, each.headers).end(each.body);
      await make(call, client);
    },
  );
  await fc.assert(property, hostileCases);
});

it.each(deepValues)("reads an answer of %s, or fails likewise", async (_, json) => {
  let text = "";
  const client = await clientOf(withTokens((__, response) => response.writeHead(200).end(text)));
  for (text of [json, `{"id": 7, "app_bundles": ${json}}`, `{"id": 7, "app_bundles": "com.a", "more": ${json}}`]) {
    for (const call of calls) await expect(make(call, client)).resolves.toBeUndefined();
  }
});
