import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { commandsByName } from "./command-texts";
import { jsonSchemas } from "../harness/json-schemas";
import { root } from "../../tools/paths.mjs";

const folder = join(root, "docs", "reference", "schemas");

describe("docs/reference/schemas", () => {
  it.each([...jsonSchemas])("has the schema of app-list %s --json", async (command, schema) => {
    const path = join(folder, `${command}.json`);
    const text = await format(JSON.stringify(schema), { parser: "json", printWidth: 120 });
    if (process.env["UPDATE_DOCS"] === "1") {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, text);
    }
    expect(existsSync(path) ? readFileSync(path, "utf8") : "", "npm run lab -- docs updates it").toBe(text);
  });

  it("has no other file, and a schema for each command that prints a document", () => {
    const names = [...commandsByName.keys()].filter((name) => name !== "simulate").toSorted();
    expect([...jsonSchemas.keys()].toSorted()).toEqual(names);
    expect(globSync("*", { cwd: folder }).toSorted()).toEqual(names.map((name) => `${name}.json`));
  });
});
