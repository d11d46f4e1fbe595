import { runProgram } from "../../provider/cli/run";
import { pluginHost, type PulumiHost } from "../harness/hosts";
import type { CreatedProject, Printed } from "../harness/project";
import { testTerminal } from "../cli/terminal";

/** The digests that a command or a report prints to approve a change. */
export const digestIn = (text: string): string | undefined =>
  /APP_LIST_APPROVE=([0-9a-f]{16}(?:,[0-9a-f]{16})*)/u.exec(text)?.[1];

/** The URN of a resource of the plugin. */
export const urnOf = (name: string, { type }: PulumiHost = pluginHost): string =>
  `urn:pulumi:dev::acceptance::${type}::${name}`;

/** The text of a command without line breaks. */
export const line = ({ text }: Pick<Printed, "text">): string => text.replaceAll(/\s+/gu, " ");

/** What `app-list report` prints for a preview, and how it ends. */
export async function reportOn(project: CreatedProject, ...options: readonly string[]) {
  const { text: input } = await project.preview("--json", "--show-sames", ...options);
  const terminal = testTerminal({ input });
  const code = await runProgram(["report", "--all"], terminal);
  return { code, text: terminal.output() };
}
