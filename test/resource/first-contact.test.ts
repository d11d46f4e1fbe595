import { expect, it } from "vitest";
import { messageWithCode } from "../../provider/common/error";
import { simulatorForTest } from "../simulator/simulators";
import { login, startRun } from "./started";

/** The provider of one run, with the user name in the environment. */
async function start() {
  const simulator = await simulatorForTest({ lists: [{ id: 4321, name: "brand-safety" }] });
  const { provider } = startRun({ baseUrl: simulator.url, ...login });
  const requests = () => simulator.journal.map(({ action, status }) => `${action} ${status}`);
  return { simulator, provider, requests };
}

async function messageOf(operation: Promise<unknown>): Promise<readonly string[]> {
  const error = await operation.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return messageWithCode(error).split("\n");
}

const inputs = { appListId: 4321, appBundles: "com.a\ncom.b\ncom.c\n" };

it("a login that may not change a list ends a first up after one request, with what to do", async () => {
  const { simulator, provider, requests } = await start();
  simulator.addFault({ on: { appListId: 4321 }, effect: "before", answer: { kind: "status", status: 403, body: "" } });
  expect(await messageOf(provider.create(inputs))).toEqual([
    "The login of app-list:username is not allowed to change app list 4321 (403). Nothing was changed. [PERMISSION_DENIED]",
    "Reading a list needs this right, too, unless app-list:observe is read.",
    "Ask for access: running the command again does not help.",
  ]);
  expect(requests()).toEqual(["token 200", "remove 403"]);
});

it("a list that the API does not know is named with the commands that check and forget it", async () => {
  const { simulator, provider } = await start();
  const { state } = await provider.create(inputs);
  simulator.deleteList(4321);
  const lines: readonly unknown[] = [
    expect.stringMatching(/^App list 4321 was not found \(404\)\. .* \[NOT_FOUND\]$/u),
    "Check the ID of the list and app-list:baseUrl: npx --no-install app-list doctor --stack STACK --list 4321",
    "If app list 4321 no longer exists, remove its resource from the state, then from the program: pulumi state delete URN",
  ];
  // A new resource has no state to forget.
  expect(await messageOf(provider.create(inputs))).toEqual(lines.slice(0, 2));
  expect(await messageOf(provider.update(state, { ...inputs, appBundles: "com.a\ncom.b\n" }))).toEqual(lines);
});
