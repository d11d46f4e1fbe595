import { expect, it } from "vitest";
import { readSteps } from "./page-steps";
import { expectStep } from "./run-steps";

// All pages with commands rely on it.
it("a step of a page fails with other output, another exit code, or without what its paragraph quotes", () => {
  const [step] = readSteps(`The command exits with 2. Expected: \`1 app list\`.

\`\`\`sh
app-list report preview.json
\`\`\`
\`\`\`text
1 app list will change
(1.2s) http://127.0.0.1:8080
\`\`\`
`);
  const judge = (code: number, output: string) => (): void => {
    if (step?.kind === "commands") expectStep("page.md", step, { code, output });
  };
  const output = "(3s) http://127.0.0.1:1234\n\n1 app list will change\n";
  expect(judge(2, output)).not.toThrow();
  expect(judge(2, output.replace("will change", "will not change"))).toThrow("shows other output");
  expect(judge(0, output)).toThrow("exited with 0");
  expect(judge(2, "2 app lists will change\n")).toThrow("did not print 1 app list");
});
