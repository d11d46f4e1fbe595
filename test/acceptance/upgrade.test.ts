import { expect, it } from "vitest";
import { version } from "../../provider/common/version";
import { expectOutput } from "../docs/shown-output";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { succeeded } from "../harness/project";
import { resultOf } from "./pulumi-output";
import { blocked, testbed } from "./testbed";

const page = readPage("docs/stability.md");

it("docs/stability.md describes an upgrade of the plugin without a change, and the way back to an earlier version", async () => {
  const { project, requests, state } = await testbed({
    program: blocked(["com.a", "com.theirs"]),
    holds: ["com.theirs"],
  });
  succeeded(await project.up());
  const { outputs } = await state();
  const exported = succeeded(await project.pulumi("stack", "export")).text;
  // As an earlier version wrote it.
  project.write("earlier.json", exported.replaceAll(version, "0.0.9").replaceAll("0_1_0", "0_0_9"));
  succeeded(await project.pulumi("stack", "import", "--file", "earlier.json"));
  requests();

  succeeded(await project.pulumi("stack", "export", "--file", "before-upgrade.json"));
  for (const command of ["preview --expect-no-changes", "up"]) {
    const words = command === "up" ? ["up", "--yes", "--skip-preview"] : command.split(" ");
    const { text } = succeeded(await project.pulumi(...words));
    expectOutput({ page: page.path, command: `pulumi ${command}`, printed: resultOf(text) });
  }
  expect(requests()).toEqual([]);
  expect((await state()).outputs).toEqual(outputs);
  expect(await project.readState()).not.toContain("0.0.9");

  // As a later version would write it.
  project.write("later.json", exported.replaceAll('"stateVersion": 1', '"stateVersion": 2'));
  succeeded(await project.pulumi("stack", "import", "--file", "later.json"));
  const refused = await project.preview();
  expect(refused.code).not.toBe(0);
  const [, message] = codeBlocksOf({ path: page.path, text: sectionOf(page, "Go back").text });
  expect(refused.text).toContain(message?.code.trim().replaceAll("\n", " "));
  succeeded(await project.pulumi("stack", "import", "--file", "before-upgrade.json"));
  expect(requests()).toEqual([]);
  succeeded(await project.preview("--refresh", "--expect-no-changes"));
});
