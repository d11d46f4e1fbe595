import { afterEach, describe, expect, it, vi } from "vitest";
import { exchange, makeDispatcher, parseRetryAfter } from "../../provider/api/http";

describe("the proxy of the environment", () => {
  afterEach(() => void vi.unstubAllEnvs());

  it.each<[host: string, exceptions: string, isUsed: boolean]>([
    ["10.1.2.3", "", true],
    ["10.1.2.3", "10.0.0.0/8", false],
    ["10.1.2.3", "localhost, 192.168.0.0/16 10.1.2.0/24", false],
    ["10.1.2.3", "10.1.3.0/24,10.0.0.0/33,10.0.0.0/8x,::/0,example.com/8", true],
    ["[fd00::12]", "10.0.0.0/8,fd00::/8", false],
    ["[fd00::12]", "fe80::/10", true],
    ["api.example.com", "0.0.0.0/0,::/0", true],
    ["localhost", "", false],
  ])("for %s with NO_PROXY %j is used: %j", (host, exceptions, isUsed) => {
    for (const name of ["no_proxy", "NO_PROXY"]) vi.stubEnv(name, undefined);
    for (const name of ["NO_PROXY", "no_proxy"]) {
      vi.stubEnv(name, exceptions);
      expect(makeDispatcher(`https://${host}/ads`).constructor.name).toBe(isUsed ? "EnvHttpProxyAgent" : "Agent");
    }
  });
});

describe("a request that failed", () => {
  const failing = (message: string, code?: string) => Object.assign(new Error(message), code && { code });
  const request = { method: "GET", path: "/", headers: {} } as const;
  const nothing = (): void => {};
  const controller = { aborted: false, paused: false, reason: null, abort: nothing, pause: nothing, resume: nothing };
  const openssl = "B0:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:ssl3_record.c:350:";

  it.each([
    [failing("connect ECONNREFUSED 127.0.0.1:1 ", "ECONNREFUSED"), "connect ECONNREFUSED 127.0.0.1:1", "ECONNREFUSED"],
    // Of a host with several addresses.
    [
      new AggregateError([failing("connect to the first", "ENOTFOUND"), failing("to another")]),
      "connect to the first",
      "ENOTFOUND",
    ],
    [failing("", "ECONNRESET"), "Error", "ECONNRESET"],
    [failing(openssl, "EPROTO"), "TLS failed (wrong version number)", "EPROTO"],
    [failing("no code"), "no code", ""],
  ])("has its reason and code: %s", async (error, reason, code) => {
    const dispatch: Parameters<typeof exchange>[0]["dispatch"] = (options, handler) => {
      // undici itself would end a request after 300 s.
      expect(options).toMatchObject({ headersTimeout: 0, bodyTimeout: 0 });
      handler.onResponseError?.(controller, error);
      return true;
    };
    const { signal } = new AbortController();
    const ended = await exchange({ dispatch }, "https://api.example.com", request, { signal, lastSignal: signal });
    expect(ended).toEqual({ outcome: "noResponse", sent: false, reason, code });
  });
});

describe("Retry-After", () => {
  const date = "Sat, 21 Nov 2026 12:00:00 GMT";

  it.each<[header: string | undefined, milliseconds: number | undefined]>([
    ["0", 0],
    ["7", 7000],
    [" 120 ", 120_000],
    ["999999999", 999_999_999_000],
    ["Sat, 21 Nov 2026 12:00:30 GMT", 30_000],
    ...[undefined, "", "soon", "soon GMT", "-5", "9".repeat(400), "Sat, 21 Nov 2026 11:59:30 GMT"].map(
      (header): [string | undefined, undefined] => [header, undefined],
    ),
  ])("with %j is %s milliseconds", (header, milliseconds) => {
    expect(parseRetryAfter(header, date)).toBe(milliseconds);
  });

  it("is compared with the clock of this machine if the response has no date", () => {
    const [later, earlier] = [60_000, -60_000].map((time) => new Date(Date.now() + time).toUTCString());
    for (const none of [undefined, "", "soon"]) {
      expect(parseRetryAfter(later, none)).toBeGreaterThan(50_000);
      expect(parseRetryAfter(earlier, none)).toBeUndefined();
    }
  });
});
