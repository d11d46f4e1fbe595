import { expect, it } from "vitest";
import { succeeded } from "../harness/project";
import { projectIn } from "./project-in";

it("runs a program in Python", async () => {
  const project = await projectIn("python", {
    "Pulumi.yaml": "name: words\nruntime: python\n",
    "__main__.py": 'import pulumi\n\npulumi.export("words", "from a program")\n',
  });
  succeeded(await project.up());
  expect(succeeded(await project.pulumi("stack", "output", "words")).text).toBe("from a program\n");
});
