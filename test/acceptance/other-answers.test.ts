import { expect, it, onTestFinished } from "vitest";
import { createProject, succeeded } from "../harness/project";
import { resourcesOf } from "../harness/stack-state";
import { defaultAccount, startSimulator, type Behaviour, type Simulator } from "../../provider/simulator/index";
import { argsOf, programWith } from "./testbed";

const appListId = 4321;

/** The program declares 100 app bundles. Five of them are in the list before, and one that it does not declare. */
const declared = Array.from({ length: 100 }, (_, index) => `com.app.x${100 + index}`);
const earlier = declared.slice(40, 45);
const unmanaged = "com.existing.x";

/** The update drops an entry that was not in the list before, and adds one. */
const updated = [...declared.slice(1), "com.app.later"];

/** APIs that refuse the removal of an absent entry in several ways, and one that does not. */
const apis: Readonly<Record<string, Partial<Behaviour>>> = {
  refusing: { removeAbsent: "error" },
  notFound: { removeAbsent: "notFound" },
  listNotFound: { removeAbsent: "listNotFound" },
  usual: {},
};

it("adds, adopts and removes the right entries on APIs that refuse the probe, and survives a gateway's 404", async () => {
  const simulators = new Map<string, Simulator>();
  for (const [name, behaviour] of Object.entries(apis)) {
    const lists = [{ id: appListId, name, appBundles: [unmanaged, ...earlier] }];
    const simulator = await startSimulator({ lists, behaviour });
    onTestFinished(() => simulator.close());
    simulators.set(name, simulator);
  }
  const accounts = Object.fromEntries(
    Array.from(simulators, ([name, { url }]) => [name, { ...defaultAccount, baseUrl: url }]),
  );
  const programOf = (appBundles: readonly string[]): string =>
    programWith(
      ...Object.keys(apis).map((name) => [name, argsOf(appListId, appBundles, `account: "${name}"`)] as const),
    );
  const project = await createProject({
    program: programOf(declared),
    settings: { secret: { accounts: JSON.stringify(accounts) } },
  });
  onTestFinished(() => project.remove());
  const ofEach = <Value>(of: (simulator: Simulator) => Value): Readonly<Record<string, Value>> =>
    Object.fromEntries(Array.from(simulators, ([name, simulator]) => [name, of(simulator)]));
  const allEqual = <Value>(value: Value): Readonly<Record<string, Value>> => ofEach(() => value);
  const requests = (): Readonly<Record<string, string>> =>
    ofEach((simulator) => {
      const sent = simulator.journal.map(({ action, status }) => `${action} ${status ?? "none"}`).join(", ");
      simulator.clearJournal();
      return sent;
    });
  const listed = (): Readonly<Record<string, readonly string[]>> =>
    ofEach((simulator) => (simulator.list(appListId)?.appBundles ?? []).toSorted());
  const kept = async (): Promise<Readonly<Record<string, unknown>>> =>
    Object.fromEntries(
      (await resourcesOf(project)).map(({ urn, outputs }) => [
        urn.slice(urn.lastIndexOf("::") + 2),
        outputs["adopted"],
      ]),
    );
  const textOf = (entries: readonly string[]): { appBundles: string } => ({
    appBundles: entries.map((entry) => `${entry}\n`).join(""),
  });

  succeeded(await project.up());
  expect(listed()).toEqual(allEqual([...declared, unmanaged].toSorted()));
  expect(await kept()).toEqual(allEqual(textOf(earlier)));
  // The probe, the sentinel and its removal, and the entries.
  expect(requests()).toEqual({
    refusing: "token 200, remove 422, add 200, remove 200, add 200",
    notFound: "token 200, remove 404, remove 404, add 200, remove 200, add 200",
    listNotFound: "token 200, remove 404, remove 404, add 200, remove 200, add 200",
    usual: "token 200, remove 200, add 200",
  });

  // A gateway answers once instead of one API, and to every removal instead of another one.
  const gateway = {
    kind: "status",
    status: 404,
    headers: { "content-type": "text/html" },
    body: "<h1>404</h1>",
  } as const;
  simulators.get("usual")?.addFault({ on: { nth: 2 }, effect: "before", answer: gateway });
  simulators.get("refusing")?.addFault({ on: { action: "remove" }, effect: "before", answer: gateway });
  const refresh = succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
  for (const simulator of simulators.values()) simulator.clearFaults();
  expect(refresh.text).toContain("not verified, so drift is not known");
  expect(refresh.text).toContain(`If app list ${appListId} no longer exists, remove its resource from the program`);
  expect(await kept()).toEqual(allEqual(textOf(earlier)));
  // A refresh adds nothing. A 404 is tried once more.
  expect(requests()).toEqual({
    refusing: "token 200, remove 404, remove 404",
    notFound: "token 200, remove 404, remove 404",
    listNotFound: "token 200, remove 404, remove 404",
    usual: "token 200, remove 404, remove 200",
  });

  project.write("index.js", programOf(updated));
  succeeded(await project.up());
  expect(listed()).toEqual(allEqual([...updated, unmanaged].toSorted()));
  expect(await kept()).toEqual(allEqual(textOf(earlier)));
  expect(requests()).toEqual({
    refusing: "token 200, remove 422, add 200, remove 200, add 200, remove 200",
    notFound: "token 200, remove 404, remove 404, add 200, remove 200, add 200, remove 200",
    listNotFound: "token 200, remove 404, remove 404, add 200, remove 200, add 200, remove 200",
    usual: "token 200, remove 200, add 200, remove 200",
  });

  succeeded(await project.destroy());
  expect(listed()).toEqual(allEqual([...earlier, unmanaged].toSorted()));
  expect(requests()).toEqual({
    refusing: "token 200, remove 422, remove 200",
    notFound: "token 200, remove 404, remove 404, remove 200",
    listNotFound: "token 200, remove 404, remove 404, remove 200",
    usual: "token 200, remove 200, remove 200",
  });
});
