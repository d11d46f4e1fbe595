import { describe, expect, it } from "vitest";
import { type CredentialedAccount, type SimulatedAccount } from "../../provider/simulator/index";
import { jsonOf, patchCall, send, tokenCall } from "./client";
import { simulatorForTest } from "./simulators";

function account(name: string): CredentialedAccount {
  return { basicCredential: name, username: name, password: name };
}

async function addAs(simulator: Awaited<ReturnType<typeof simulatorForTest>>, name: string, appBundle: string) {
  const headers = { ...tokenCall.headers, authorization: `basic ${name}` };
  const body = `grant_type=password&username=${name}&password=${name}`;
  const answer = await send(simulator, { ...tokenCall, headers, body });
  const [, token = ""] = /"access_token":"([^"]+)"/.exec(answer.text) ?? [];
  return send(simulator, patchCall(token, "/v1/app_list/1/add", { app_bundles: appBundle }));
}

describe("the accounts of a simulator", () => {
  it("see the same lists unless they have their own, and the journal shows which account sent a request", async () => {
    const other: SimulatedAccount = { ...account("other"), lists: [{ id: 1, name: "theirs", appBundles: ["com.b"] }] };
    const simulator = await simulatorForTest({ accounts: [account("first"), account("second"), other] });
    await addAs(simulator, "first", "com.a");
    const shown = await Promise.all(["second", "other"].map((name) => addAs(simulator, name, "com.c")));
    expect(shown.map(jsonOf)).toMatchObject([
      { name: "brand-safety", app_bundles: "com.a,com.c" },
      { name: "theirs", app_bundles: "com.b,com.c" },
    ]);
    simulator.edit(1, { remove: { appBundles: ["com.b"] } }, other);
    expect(simulator.list(1)?.appBundles).toEqual(["com.a", "com.c"]);
    expect(simulator.list(1, other)?.appBundles).toEqual(["com.c"]);
    simulator.deleteList(1, other);
    expect((await addAs(simulator, "other", "com.d")).status).toBe(404);
    simulator.addList({ id: 1, name: "new" }, other);
    expect(jsonOf(await addAs(simulator, "other", "com.d"))).toMatchObject({ name: "new" });
    const senders = simulator.journal.filter(({ action }) => action === "add").map((entry) => entry.account);
    expect(senders.map(String).toSorted().join()).toBe("0,1,2,2,2");
    expect((await addAs(simulator, "nobody", "com.d")).status).toBe(401);
    expect(simulator.journal.at(-1)?.account).toBeUndefined();
  });
});
