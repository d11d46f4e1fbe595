import { expect, it } from "vitest";
import { succeeded } from "../harness/project";
import { projectIn } from "./project-in";

it("runs a program in YAML", async () => {
  const project = await projectIn("yaml", {
    "Pulumi.yaml": "name: words\nruntime: yaml\noutputs:\n  words:\n    fn::readFile: words.txt\n",
    "words.txt": "from a file",
  });
  succeeded(await project.up());
  expect(succeeded(await project.pulumi("stack", "output", "words")).text).toBe("from a file\n");
});
