import { expect, it } from "vitest";
import { succeeded } from "../harness/project";
import { argsOf, programWith, testbed } from "./testbed";

it("a resource that is refused keeps its entries in its list if the engine checks it before their removal", async () => {
  const [early, late, conflicting] = [101, 102, 103];
  const pair = (name: string, id: number, isMoved: boolean, more = "", options = "{}") =>
    [
      [`${name}-giving`, argsOf(id, isMoved ? ["com.a"] : ["com.a", "com.moved"])],
      [`${name}-taking`, argsOf(id, isMoved ? ["com.b", "com.moved"] : ["com.b"], more), options],
    ] as const;
  const dependsOn = `{ dependsOn: resources["late-giving"] }`;
  const alone = (more: string) =>
    [
      ["alone", argsOf(conflicting, ["com.a"], more)],
      ["beside", argsOf(conflicting, ["com.b"])],
    ] as const;
  const { project, appBundles, state } = await testbed({
    program: programWith(...pair("early", early, false), ...pair("late", late, false, "", dependsOn), ...alone("")),
    lists: [early, late, conflicting].map((id) => ({ id, name: `list ${id}` })),
  });
  succeeded(await project.up());
  const refused = async (program: string, ...args: readonly string[]) => {
    project.write("index.js", program);
    const up = await project.up(...args);
    expect(up.code).not.toBe(0);
    return up.text;
  };

  // The engine checks resources in the order of the program.
  const ofEarly = await refused(
    programWith(
      ...pair("early", early, true, `removalLimit: "a lot"`).toReversed(),
      ...pair("late", late, false, "", dependsOn),
      ...alone(""),
    ),
    "--continue-on-error",
  );
  expect(ofEarly).toContain('removalLimit: "a lot" is neither a number of entries');
  expect(appBundles(early)).toEqual(["com.a", "com.b", "com.moved"]);
  expect((await state("early-giving")).outputs["appBundles"]).toBe("com.a\ncom.moved\n");

  // It checks a resource that depends on another one after the change of that. The next up adds the entry again.
  const ofLate = await refused(
    programWith(
      ...pair("early", early, false),
      ...pair("late", late, true, `removalLimit: "a lot"`, dependsOn),
      ...alone(""),
    ),
  );
  expect(ofLate).toContain('removalLimit: "a lot" is neither a number of entries');
  expect(appBundles(late)).toEqual(["com.a", "com.b"]);

  const ofConflict = await refused(
    programWith(
      ...pair("early", early, false),
      ...pair("late", late, true, "", dependsOn),
      ...alone(`exclusive: true, removalLimit: "100%"`).toReversed(),
    ),
    "--continue-on-error",
  );
  expect(ofConflict).toContain("it would remove the entries of the other");
  expect(appBundles(conflicting)).toEqual(["com.a", "com.b"]);

  project.write(
    "index.js",
    programWith(...pair("early", early, false), ...pair("late", late, true, "", dependsOn), ...alone("")),
  );
  succeeded(await project.up());
  expect(appBundles(late)).toEqual(["com.a", "com.b", "com.moved"]);
  succeeded(await project.destroy());
  expect([early, late, conflicting].map((id) => appBundles(id))).toEqual([[], [], []]);
});
