import { describe, expect, it } from "vitest";
import { codeOf, describeConnectionFailure } from "../../provider/cli/doctor/account/connection-failure";
import { conclude } from "../../provider/cli/doctor/conclude";
import type { Finding, Learned, Verdict } from "../../provider/cli/doctor/finding";
import { describeOrder } from "../../provider/cli/doctor/scratch/check-order";
import { nextSize } from "../../provider/cli/doctor/scratch/check-request-size";
import { nameOthersChanged } from "../../provider/cli/doctor/scratch/others";
import { settingsFor } from "../service/server";

function settings(config: Readonly<Record<string, string>> = {}) {
  return settingsFor("http://127.0.0.1:9", config);
}

function found(verdict: Verdict, learned?: Learned): Finding {
  return { check: "check", verdict, says: "It was found.", ...(learned && { learned }) };
}

function commandsAfter(learned: readonly Learned[], config: Readonly<Record<string, string>> = {}): readonly string[] {
  const findings = learned.map((one) => found("fine", one));
  return conclude(findings, settings(config), undefined).advice.map(({ command }) => command);
}

const probeFails: Learned = { about: "probe", works: false };
const probeWorks: Learned = { about: "probe", works: true };
const readWorks: Learned = { about: "readEndpoint", works: true };
const withPath = { readPath: "/v1/app_list/{id}" };

describe("the conclusion", () => {
  it.each<[readonly Verdict[], number]>([
    [["fine"], 0],
    [["fine", "notVerified"], 3],
    [["notVerified", "finding"], 2],
    [["notVerified", "finding", "broken"], 1],
  ])("of %j is the exit code %i", (verdicts, exitCode) => {
    const findings = verdicts.map((verdict) => found(verdict));
    expect(conclude(findings, settings(), undefined).exitCode).toBe(exitCode);
  });

  it("is to read where the probe does not work and the read endpoint does", () => {
    expect(commandsAfter([probeFails, readWorks], withPath)).toEqual(["pulumi config set app-list:observe read"]);
  });

  it("is to probe where that works and the list is not looked at", () => {
    expect(commandsAfter([probeWorks], { observe: "off" })).toEqual(["pulumi config set app-list:observe probe"]);
  });

  it("leaves what works as it is", () => {
    expect(commandsAfter([probeWorks, readWorks], { ...withPath, observe: "read" })).toEqual([]);
    expect(commandsAfter([probeWorks, readWorks], withPath)).toEqual([]);
    expect(commandsAfter([probeFails])).toEqual([]);
  });

  it("is a size of requests where the settings allow more than was accepted", () => {
    const size: Learned = { about: "requestSize", mostAccepted: 90, fewestRefused: 100 };
    const command = "pulumi config set app-list:maxEntriesPerRequest 90";
    expect(commandsAfter([size])).toEqual([command]);
    expect(commandsAfter([size], { maxEntriesPerRequest: "100" })).toEqual([command]);
    expect(commandsAfter([size], { maxEntriesPerRequest: "99" })).toEqual([]);
    expect(commandsAfter([{ about: "requestSize", mostAccepted: 1000 }])).toEqual([]);
  });

  it("names the place of the setting: the account and the stack", () => {
    const finding = found("fine", { about: "requestSize", mostAccepted: 9, fewestRefused: 10 });
    const { advice, exitCode } = conclude([finding], { ...settings(), account: "eu.west" }, "my org/dev");
    expect(advice[0]?.command).toBe(
      `pulumi config set --stack 'my org/dev' --path 'app-list:accounts["eu.west"].maxEntriesPerRequest' 9`,
    );
    expect(exitCode).toBe(2);
  });
});

describe("a connection that fails", () => {
  const url = new URL("https://api.example.com");

  it.each([
    ["ENOTFOUND", "There is no host api.example.com (DNS)."],
    ["ECONNREFUSED", "refuses connections to port 443"],
    ["UND_ERR_CONNECT_TIMEOUT", "does not answer"],
    ["CERT_HAS_EXPIRED", "certificate of api.example.com has expired"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "whom this machine trusts"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "does not speak TLS"],
    ["SOMETHING_ELSE", "cannot be reached: what was said"],
    [undefined, "cannot be reached: what was said"],
  ])("with %s is told in plain words", (code, words) => {
    const { says, next } = describeConnectionFailure(url, code, "what was said");
    expect(says).toContain(words);
    expect(next).not.toBe("");
  });

  it("has its code wherever that lies", () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    expect(codeOf(new AggregateError([refused, refused]))).toBe("ECONNREFUSED");
    expect(codeOf(new Error("fetch failed", { cause: refused }))).toBe("ECONNREFUSED");
    expect(codeOf(new DOMException("late", "TimeoutError"))).toBe("TimeoutError");
    expect(codeOf(new Error("no code"))).toBeUndefined();
  });
});

describe("the size of a request to try next", () => {
  it("grows tenfold up to the largest that may be tried", () => {
    expect(nextSize({ accepted: 1, narrowed: 0 }, 250)).toBe(10);
    expect(nextSize({ accepted: 100, narrowed: 0 }, 250)).toBe(250);
    expect(nextSize({ accepted: 250, narrowed: 0 }, 250)).toBeUndefined();
  });

  it("is the middle after a refusal, until the limit is known or enough was tried", () => {
    const refused = { size: 100, status: 413 };
    expect(nextSize({ accepted: 10, refused, narrowed: 0 }, 250)).toBe(55);
    expect(nextSize({ accepted: 99, refused, narrowed: 0 }, 250)).toBeUndefined();
    expect(nextSize({ accepted: 10, refused, narrowed: 6 }, 250)).toBeUndefined();
  });
});

describe("the order of entries in answers", () => {
  it("is told whatever the letter case in which they are stored, and among others", () => {
    const sent = ["F", "A", "C"];
    expect(describeOrder(sent, ["x", "f", "a", "c"])).toContain("in which they were added");
    expect(describeOrder(sent, ["A", "C", "x", "F"])).toContain("sorted");
    expect(describeOrder(sent, ["C", "A", "F"])).toContain("added last first");
    expect(describeOrder(sent, ["A", "F", "C"])).toContain("of their own");
    expect(describeOrder(sent, [])).toContain("of their own");
  });
});

describe("the entries of others", () => {
  const list = { id: 1, name: undefined, hasAssociatedCampaigns: false };
  const isOwn = (entry: string): boolean => entry === "own";

  it("are compared each copy counted, in any order, where the service shows them", () => {
    const first = { appBundles: ["a", "a", "b"], placementIds: [], websites: undefined };
    const compare = (appBundles: readonly string[]) =>
      nameOthersChanged(first, { ...list, entries: { appBundles, placementIds: [], websites: ["w"] } }, isOwn);
    expect(compare(["b", "a", "own", "a"])).toBeUndefined();
    expect(compare(["a", "b"])).toBe('app bundle "a" went');
    expect(compare(["a", "a", "b", "c"])).toBe('app bundle "c" came');
  });
});
