import { z } from "zod";
import { type Project, succeeded } from "../harness/project";

const documented = z.record(z.string(), z.object({ description: z.string() }));
const schemaSchema = z.object({ resources: documented, functions: documented });

/** The package schema, as `pulumi package` commands read it from the plugin. */
export async function readSchema(project: Project): Promise<string> {
  return succeeded(await project.pulumi("package", "get-schema", "app-list")).text;
}

/** The example programs of the schema in a language: of the resource, then of the functions. */
export function exampleProgramsIn(
  schema: string,
  language: "go" | "python" | "typescript" | "yaml",
): readonly string[] {
  const { resources, functions } = schemaSchema.parse(JSON.parse(schema));
  const block = new RegExp(`^\`\`\`${language}\\n(?<program>.*?)^\`\`\`$`, "msu");
  return [...Object.values(resources), ...Object.values(functions)].map(({ description }) => {
    const program = block.exec(description)?.groups?.["program"];
    if (program === undefined) throw new Error(`There is no example in ${language} in: ${description}`);
    return program;
  });
}
