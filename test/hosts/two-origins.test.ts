import { describe, expect, it } from "vitest";
import { sendJson, startServer } from "../api/server";
import { leaksIn } from "../harness/canaries";
import { ways } from "./ways";

const ofEnvironment = {
  APP_LIST_USERNAME: "user-of-environment@example.com",
  APP_LIST_PASSWORD: "password-of-environment",
  APP_LIST_API_KEY: "key-of-environment",
  APP_LIST_API_SECRET: "secret-of-environment",
};
const ofStack = { username: "stack@example.com", password: "of-stack", apiKey: "stack-key", apiSecret: "stack-secret" };
const basic = Buffer.from("key-of-environment:secret-of-environment").toString("base64");
const secrets = [...Object.values(ofEnvironment), basic];

/** Two APIs: that of the environment, and that of the stack, which refuses every login. */
async function twoOrigins() {
  const environment = await startServer((_, response) => sendJson(response, 500, {}));
  const stack = await startServer((_, response) => sendJson(response, 401, {}));
  return { environment, stack };
}

describe.each(ways)("%s", (_, way) => {
  it("sends no credential of the environment to another origin than APP_LIST_BASE_URL", async () => {
    const { environment, stack } = await twoOrigins();
    const printed = await way({ baseUrl: stack.baseUrl }, { ...ofEnvironment, APP_LIST_BASE_URL: environment.baseUrl });
    expect(printed).toMatch(/baseUrl .*has another origin than APP_LIST_BASE_URL/u);
    expect([...stack.requests, ...environment.requests]).toEqual([]);
    expect(leaksIn([printed], secrets)).toEqual([]);
  });

  it("uses only the credentials of the stack if there are any, even if their login is refused", async () => {
    const { environment, stack } = await twoOrigins();
    const config = { baseUrl: stack.baseUrl, ...ofStack };
    const printed = await way(config, { ...ofEnvironment, APP_LIST_BASE_URL: environment.baseUrl });
    expect(stack.requests.length).toBeGreaterThan(0);
    expect(environment.requests).toEqual([]);
    expect(leaksIn([...stack.requests, printed], secrets)).toEqual([]);
  });
});
