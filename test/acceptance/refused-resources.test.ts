import { expect, it } from "vitest";
import type { Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { emptyLists, inList, testbed } from "./testbed";

it("a resource that is refused keeps its entries in its list if the engine checks it before their removal", async () => {
  const [early, late, conflicting] = [101, 102, 103];
  const pair = (name: string, id: number, isMoved: boolean, more = {}, options = {}): readonly [Program, Program] => [
    { [`${name}-giving`]: inList(id, isMoved ? ["com.a"] : ["com.a", "com.moved"]) },
    { [`${name}-taking`]: inList(id, isMoved ? ["com.b", "com.moved"] : ["com.b"], more, options) },
  ];
  const ofEarly = (isMoved: boolean, more = {}) => pair("early", early, isMoved, more);
  const ofLate = (isMoved: boolean, more = {}) => pair("late", late, isMoved, more, { dependsOn: ["late-giving"] });
  const alone = (more = {}): readonly [Program, Program] => [
    { alone: inList(conflicting, ["com.a"], more) },
    { beside: inList(conflicting, ["com.b"]) },
  ];
  const all = (...programs: readonly Program[]): Program =>
    Object.fromEntries(programs.flatMap((each) => Object.entries(each)));
  const wrong = { removalLimit: "a lot" };
  const { project, simulator, appBundles, state } = await testbed({
    program: all(...ofEarly(false), ...ofLate(false), ...alone()),
    lists: emptyLists(early, late, conflicting),
  });
  succeeded(await project.up());
  const refused = async (program: Program, ...args: readonly string[]) => {
    project.declare(program);
    return failed(await project.up(...args)).text;
  };

  // The engine checks both resources before one of them removes an entry: the list's first response is slow.
  const on = { appListId: early, action: "remove", nth: 1 } as const;
  simulator.addFault({ on, effect: "after", answer: { kind: "slow", seconds: 1 } });
  const wrongBefore = all(...ofEarly(true, wrong).toReversed(), ...ofLate(false), ...alone());
  expect(await refused(wrongBefore, "--continue-on-error")).toContain(
    'removalLimit: "a lot" is neither a number of entries',
  );
  expect(appBundles(early)).toEqual(["com.a", "com.b", "com.moved"]);
  expect((await state("early-giving")).outputs["appBundles"]).toBe("com.a\ncom.moved\n");

  // It checks a resource that depends on another one after the change of that. The next up adds the entry again.
  const wrongAfter = all(...ofEarly(false), ...ofLate(true, wrong), ...alone());
  expect(await refused(wrongAfter)).toContain('removalLimit: "a lot" is neither a number of entries');
  expect(appBundles(late)).toEqual(["com.a", "com.b"]);

  const exclusive = alone({ exclusive: true, removalLimit: "100%" }).toReversed();
  const conflict = all(...ofEarly(false), ...ofLate(true), ...exclusive);
  expect(await refused(conflict, "--continue-on-error")).toContain("it would remove the entries of the other");
  expect(appBundles(conflicting)).toEqual(["com.a", "com.b"]);

  project.declare(all(...ofEarly(false), ...ofLate(true), ...alone()));
  succeeded(await project.up());
  expect(appBundles(late)).toEqual(["com.a", "com.b", "com.moved"]);
  succeeded(await project.destroy());
  expect([early, late, conflicting].map((id) => appBundles(id))).toEqual([[], [], []]);
});
