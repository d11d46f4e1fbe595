import { join } from "node:path";
import { expect, it } from "vitest";
import type { Shown, SimulatorOptions } from "../../provider/simulator/index";
import { testExamples } from "../harness/example-texts";
import { showing } from "../harness/shows";
import { obtainToken, patchCall, send, tokenCall } from "./client";
import { simulatorForTest } from "./simulators";

type Request = (token: string) => Parameters<typeof send>[1];

/** Requests to a simulator, one after the other, with a token of the default account. */
type Example = readonly [options: SimulatorOptions, ...requests: readonly Request[]];

const list = {
  id: 1,
  name: "brand-safety",
  description: "what we avoid",
  appBundles: ["com.b", "com.a"],
  placementIds: ["12-abc"],
  websites: ["example.com"],
  hasAssociatedCampaigns: true,
};

const lists = { lists: [list] };
const small = { id: 1, name: "n", appBundles: ["com.b", "com.a"] };
const read = "/v1/app_list/{id}";

/** A correct PATCH of list 1 but for some headers. */
const patch =
  (action: "add" | "remove", body: unknown, headers: object = {}): Request =>
  (token) => {
    const call = patchCall(token, `/v1/app_list/1/${action}`, body);
    return { ...call, headers: { ...call.headers, ...headers } };
  };

/** An addition with a body as it is. */
const add =
  (body: string | Uint8Array<ArrayBuffer>): Request =>
  (token) => ({ ...patchCall(token, "/v1/app_list/1/add", {}), body });

const get =
  (path: string): Request =>
  (token) => ({ path, headers: { accept: "application/json", authorization: `Bearer ${token}` } });

/** A correct token call but for some headers and the body. */
const token =
  (body: string | Uint8Array<ArrayBuffer> = tokenCall.body, authorization = tokenCall.headers.authorization): Request =>
  () => ({ ...tokenCall, headers: { ...tokenCall.headers, authorization }, body });

const form = (name: string, password = name) => `grant_type=password&username=${name}&password=${password}`;

/** Each of some values as an example of one request. */
function each<Value>(
  title: string,
  values: readonly Value[],
  request: (value: Value) => Request,
  options: SimulatorOptions = lists,
): Readonly<Record<string, Example>> {
  return Object.fromEntries(
    values.map((value) => [`${title} ${JSON.stringify(value)}`, [options, request(value)]] as const),
  );
}

const accounts = {
  accounts: [
    { apiKey: "schlüssel", apiSecret: "geheim", username: "one", password: "one" },
    { basicCredential: "ready-made", username: "two", password: "two" },
  ],
};

const wrongBodies = [
  "{}",
  '{"app_bundles": "com.a", "apps": "com.b"}',
  '{"app_bundles": ["com.a"]}',
  '{"app_bundles": null}',
  '{"app_bundles": ""}',
  '{"app_bundles": "com.a,,com.b"}',
  '{"app_bundles": "com.a,"}',
  '{"app_bundles": "com.a, com.b"}',
  String.raw`{"websites": "a.com\n"}`,
  '[{"app_bundles": "com.a"}]',
  '"com.a"',
  "{",
];

const accepted = ["*/*", "application/*", "application/json, text/plain, */*", "text/html, */*; q=.2"];

const wrongForms = [
  form("other", "simulated%2Bpassword%2540"),
  tokenCall.body.replace("ops%2Blists", "ops+lists"),
  tokenCall.body.replace("%2540", "%252540"),
  form("ad.ops%2Blists%40example.com", "wrong"),
  tokenCall.body.replace("%40", "@"),
  tokenCall.body.replace("%2B", " "),
  '{"grant_type":"password"}',
  tokenCall.body.replace("grant_type=password", "grant_type=client_credentials"),
  tokenCall.body.replace("grant_type=password&", ""),
  `${tokenCall.body}&scope=`,
];

const shown: readonly Shown[] = [
  {},
  { kinds: ["appBundles"] },
  { kinds: ["appBundles"], others: "null" },
  { kinds: "requested" },
  { omitsEmpty: true },
  { kinds: ["placementIds"], omitsEmpty: true },
];

const campaigns = [1, 2, 3, 4, 5].map((id) => ({ id }));
const page = (query: string): Request => get(`/v1/meta/campaigns${query}`);

const examples: Readonly<Record<string, Example>> = {
  "a PATCH answers with the whole list after it, with an empty text for an empty kind": [
    lists,
    patch("add", { app_bundles: "com.c,com.a", placement_ids: "3-x" }),
    patch("remove", { app_bundles: "com.b,com.not-there", websites: "example.com" }),
  ],
  ...each("a PATCH with the body", wrongBodies, add),
  "a PATCH with bytes that are not UTF-8": [lists, add(Uint8Array.of(0x22, 0xff, 0x22))],
  ...each("a PATCH with the content type", ["text/plain", "Application/JSON;charset=UTF-8"], (type) =>
    patch("add", { app_bundles: "com.c" }, { "content-type": type }),
  ),
  ...each("a PATCH that accepts", [...accepted, "Application/JSON; Charset=utf-8", "text/html", "text/*"], (accept) =>
    patch("add", { app_bundles: "com.c" }, { accept }),
  ),
  ...Object.fromEntries(
    shown.map((each): [string, Example] => [
      `an answer shows ${JSON.stringify(each)}`,
      [{ lists: [small], behavior: showing(each) }, patch("add", { websites: "a.com" })],
    ]),
  ),
  "each form of request has its own answer": [
    { lists: [small], behavior: { read, shows: { add: { kinds: ["websites"] }, read: { kinds: ["placementIds"] } } } },
    patch("add", { websites: "a.com" }),
    patch("remove", { websites: "b.com" }),
    get("/v1/app_list/1"),
  ],
  "there is no read endpoint": [lists, get("/v1/app_list/1")],
  "there is a read endpoint": [{ ...lists, behavior: { read } }, get("/v1/app_list/1"), get("/v1/app_list/2")],
  ...each(
    "there is no path",
    ["007/add", "-1/add", "1/add/", "1/put", "1/update", "1"].map((path) => `/v1/app_list/${path}`),
    (path) => (token) => patchCall(token, path, { app_bundles: "com.a" }),
  ),
  ...each("there is no path", ["/v2/app_list/1/add", "/v1/app_list/1/add", "/v1/authentication/token"], get),
  "a token call issues another token every time": [lists, token(), token()],
  ...each("a token call with the body", wrongForms, (body) => token(body)),
  "a token call with bytes that are not UTF-8": [lists, token(Uint8Array.of(0xff))],
  ...each("a token call with the credential", [btoa("simulated-key:wrong"), btoa("simulated-key"), ""], (credential) =>
    token(tokenCall.body, credential === "" ? "" : `Basic ${credential}`),
  ),
  ...each(
    "a token call of one of two accounts, its name and its credential:",
    [
      ["one", Buffer.from("schlüssel:geheim").toString("base64")],
      ["two", "ready-made"],
      ["one", "ready-made"],
    ],
    ([name = "", credential]) => token(form(name), `Basic ${credential}`),
    accounts,
  ),
  ...each("a request without a valid token:", ["Bearer wrong", "Bearer ", "", "Basic token"], (authorization) =>
    patch("add", { app_bundles: "com.c" }, { authorization }),
  ),
  ...each("a read without a token:", ["/v1/meta/campaigns", "/v1/app_list/1"], (path) => () => ({ path }), {
    behavior: { read },
  }),
  "pages of campaigns": [{ campaigns }, ...[1, 3, 4].map((number) => page(`?page=${number}&per_page=2`))],
  "campaigns start at the first page, and a page has a largest size": [
    { campaigns: Array.from({ length: 102 }, (_, id) => ({ id })) },
    ...["", "?page=2", "?page=1&per_page=101", "?page=2&per_page=101"].map(page),
  ],
  ...each(
    "campaigns are refused for",
    ["page=0", "page=-1", "page=1.5", "page=x", "per_page=0", "per_page=", "page=1&page=2", "limit=2"],
    (query) => page(`?${query}`),
    { campaigns },
  ),
};

async function linesOf([options, ...requests]: Example): Promise<readonly string[]> {
  const simulator = await simulatorForTest(options);
  const obtained = options.accounts === undefined ? await obtainToken(simulator) : "";
  const lines: string[] = [];
  for (const request of requests) {
    const { status, headers, text } = await send(simulator, request(obtained));
    const body = text.replace(/"access_token":"[\w-]{43}"/u, '"access_token":"…"');
    lines.push(`${simulator.journal.at(-1)?.action}: ${status} ${headers.get("content-type")} ${body}`);
  }
  const held = simulator.list(1);
  return held === undefined
    ? lines
    : [...lines, `held: ${[...held.appBundles, ...held.websites].join(" ") || "nothing"}`];
}

testExamples(
  join(import.meta.dirname, "requests.txt"),
  Object.fromEntries(Object.entries(examples).map(([title, example]) => [title, () => linesOf(example)])),
);

it("a token is valid until its lifetime has passed, by the simulator's clock, or the tokens are revoked", async () => {
  let now = 5_000;
  const simulator = await simulatorForTest({ clock: { now: () => now }, behavior: { tokenLifetimeSeconds: 60 } });
  const add = async (of: string) => (await send(simulator, patch("add", { app_bundles: "com.a" })(of))).status;
  const [first, second] = [await obtainToken(simulator), await obtainToken(simulator)];
  expect(second).not.toBe(first);
  now += 59_999;
  expect([await add(first), await add(second)]).toEqual([200, 200]);
  now += 1;
  expect([await add(first), await add(await obtainToken(simulator))]).toEqual([401, 200]);
  const third = await obtainToken(simulator);
  simulator.revokeTokens();
  expect([await add(third), await add(await obtainToken(simulator))]).toEqual([401, 200]);
});
