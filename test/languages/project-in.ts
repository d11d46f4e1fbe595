import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Language } from "../../tools/engine/languages.mjs";
import { useLanguage } from "../harness/language-host";
import { openProject, type Project, root } from "../harness/project";

/** A project of a few files in a language. It is removed when the test ends. */
export async function projectIn(language: Language, files: Readonly<Record<string, string>>): Promise<Project> {
  const parent = join(root, ".scratch", "languages");
  mkdirSync(parent, { recursive: true });
  const surroundings = mkdtempSync(join(parent, `${language}-`));
  const folder = join(surroundings, "project");
  mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  const project = await openProject({ folder, surroundings });
  onTestFinished(() => project.remove());
  useLanguage(project, language);
  return project;
}
