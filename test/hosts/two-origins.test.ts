import { describe, expect, it } from "vitest";
import { sendJson, startServer, withTokens } from "../api/server";
import { leaksIn } from "../harness/canaries";
import { ways, type Texts } from "./ways";

const ofEnvironment = {
  APP_LIST_USERNAME: "user-of-environment@example.com",
  APP_LIST_PASSWORD: "password-of-environment",
  APP_LIST_API_KEY: "key-of-environment",
  APP_LIST_API_SECRET: "secret-of-environment",
};
const ofStack = { username: "stack@example.com", password: "of-stack", apiKey: "stack-key", apiSecret: "stack-secret" };
const basic = Buffer.from("key-of-environment:secret-of-environment").toString("base64");
const secrets = [...Object.values(ofEnvironment), basic];

/** Two APIs: that of the environment and that of the stack, whose logins have this status. */
async function twoOrigins(status = 200) {
  const list = { id: 7, app_bundles: "com.a", placement_ids: "" };
  const answer = withTokens(({ url }, response) => sendJson(response, 200, url.includes("campaigns") ? [] : list));
  const environment = await startServer(answer);
  const stack = await startServer((received, response, number) =>
    status !== 200 && received.method === "POST" ? sendJson(response, status, {}) : answer(received, response, number),
  );
  return { environment, stack };
}

describe.each(ways)("%s", (_, way) => {
  it("sends no credential of the environment to another origin than APP_LIST_BASE_URL", async () => {
    const { environment, stack } = await twoOrigins();
    const variables = { ...ofEnvironment, APP_LIST_BASE_URL: environment.baseUrl };
    const eu = { username: "eu@example.com", password: "password-of-eu", apiKey: "eu-key", apiSecret: "eu-secret" };
    const accounts = { APP_LIST_ACCOUNTS: JSON.stringify({ eu }) };
    const printed = [
      await way({ baseUrl: stack.baseUrl }, variables),
      await way({ baseUrl: stack.baseUrl, ...ofStack, password: "" }, variables),
      await way({ baseUrl: stack.baseUrl }, { ...variables, ...accounts }, "eu"),
    ];
    for (const text of printed) expect(text).toMatch(/baseUrl .*has another origin than APP_LIST_BASE_URL/u);
    expect([...stack.requests, ...environment.requests]).toEqual([]);
    expect(leaksIn(printed, [...secrets, ...Object.values(eu)])).toEqual([]);
  });

  it.each([200, 401])("uses only the credentials of the stack if there are any (login %i)", async (status) => {
    const { environment, stack } = await twoOrigins(status);
    const config = { baseUrl: stack.baseUrl, ...ofStack };
    const printed = await way(config, { ...ofEnvironment, APP_LIST_BASE_URL: environment.baseUrl });
    expect(stack.requests.length).toBeGreaterThan(0);
    expect(environment.requests).toEqual([]);
    expect(leaksIn([...stack.requests, printed], secrets)).toEqual([]);
  });

  it("uses the credentials of the environment if APP_LIST_BASE_URL is not set, or has the same origin", async () => {
    for (const path of [undefined, "", "/ads"]) {
      const { stack } = await twoOrigins();
      const variables: Texts = path === undefined ? {} : { APP_LIST_BASE_URL: stack.baseUrl + path };
      await way({ baseUrl: stack.baseUrl }, { ...ofEnvironment, ...variables });
      expect(stack.tokenCalls()[0]?.headers.authorization).toBe(`Basic ${basic}`);
    }
  });
});
