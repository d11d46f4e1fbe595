import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { run as runCommand } from "../../tools/commands.mjs";
import { startServer } from "../api/server";
import { root } from "../harness/project";
import { openPage } from "./page-run";
import { testTasks } from "./tasks";

testTasks("common-tasks.txt");

it("docs/how-to/special-pipelines.md has a step that posts a headline and a link to a chat", async () => {
  const { baseUrl, requests } = await startServer((_, response) => void response.end());
  const { project, block } = await openPage("docs/how-to/special-pipelines.md");
  const [step] = z.array(z.object({ run: z.string() })).parse(parse(block("Tell the chat", "yaml")));
  const REPORT = join(root, "test", "report", "examples", "everyday.md");
  const RUN = "https://forge.example.com/runs/7";
  const env = { ...project.commandEnvironment(), REPORT, RUN, WEBHOOK: baseUrl };
  writeFileSync(join(project.folder, "step.sh"), step?.run ?? "");
  await runCommand("bash", ["-eo", "pipefail", "step.sh"], { cwd: project.folder, env });
  const [headline = ""] = /(?<=^### ).*$/mu.exec(readFileSync(REPORT, "utf8")) ?? [];
  expect(requests.map(({ body }) => body)).toEqual([JSON.stringify({ text: `${headline}: ${RUN}` })]);
});
