import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { parsePreview } from "../../provider/report/preview";
import { root, succeeded } from "../harness/project";
import { testbed } from "./testbed";

const declared = z.object({ properties: z.record(z.string(), z.unknown()) });
const program = z.record(z.string(), declared);
const text = readFileSync(join(import.meta.dirname, "report-programs.yaml"), "utf8");
const { before, everyday, mistaken } = z
  .object({ before: program, everyday: program, mistaken: program })
  .parse(parse(text));
const adopted = ["com.pollster.daily", "com.rallycall.organizer"];
const dating = ["com.flirtline.singles", "com.meetnow.chat", "com.secretadmirer.nearby"];

const compareTexts = (one: string, other: string) => one.localeCompare(other, "en");

it("the previews of the example reports are those of the engine", { timeout: 600_000 }, async () => {
  const { simulator, project } = await testbed({
    name: "brand-safety",
    program: before,
    lists: [
      { id: 4321, name: "brand-safety", hasAssociatedCampaigns: true },
      { id: 5120, name: "premium-news", hasAssociatedCampaigns: true },
      { id: 3988, name: "elections-2026", appBundles: adopted },
      { id: 6002, name: "kids" },
      { id: 7410, name: "ctv-stores" },
    ],
  });
  succeeded(await project.up());
  simulator.edit(4321, { remove: { appBundles: dating } });
  simulator.edit(5120, { add: { appBundles: ["com.quizmania.daily", "com.viralbuzz.feed"] } });

  const shown = async (name: string, ...options: readonly string[]) => {
    const { text } = await project.preview("--json", "--show-sames", ...options);
    const { steps, diagnostics, ...rest } = parsePreview(text);
    // The engine has several resources in hand at a time.
    const sorted = {
      steps: steps.toSorted((one, other) => compareTexts(one.urn + one.op, other.urn + other.op)),
      diagnostics: diagnostics.toSorted((one, other) => compareTexts(one.message, other.message)),
      ...rest,
    };
    const preview = JSON.stringify(sorted, undefined, 1)
      .replaceAll(simulator.url, "https://api.example.com")
      // It depends on the URL, as a list does.
      .replaceAll(/\[[\da-f]{16}\]/gu, "[0123456789abcdef]")
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu, "00000000-0000-4000-8000-000000000000");
    const path = join(root, "test", "report", "examples", `${name}.preview.json`);
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(path, `${preview}\n`);
    expect(`${preview}\n`, "npm run lab -- docs updates it").toBe(existsSync(path) ? readFileSync(path, "utf8") : "");
  };
  project.declare(everyday);
  await shown("everyday", "--refresh");
  await shown("unread");
  project.declare(mistaken);
  project.environment["APP_LIST_OVER_LIMIT"] = "report";
  await shown("over-limit", "--refresh");
});
