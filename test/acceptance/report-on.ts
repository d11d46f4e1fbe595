import { runProgram } from "../../provider/cli/run";
import { testTerminal } from "../cli/terminal";
import type { Project } from "../harness/project";

/** What `app-list report` prints for a preview by the real engine, without its line that names the stack. */
export async function reportOn(project: Project, ...previewArguments: readonly string[]) {
  const preview = await project.preview("--json", ...previewArguments);
  const terminal = testTerminal({ input: preview.text });
  const code = await runProgram(["report"], terminal);
  return { code, text: terminal.output().replace(/^stack .*\n/mu, ""), messages: terminal.messages() };
}
