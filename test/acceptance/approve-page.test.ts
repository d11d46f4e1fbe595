import { describe, expect, it, onTestFinished } from "vitest";
import { startSimulator } from "../../provider/simulator/index";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { expectShown, wrap } from "../docs/shown-output";
import { createProject, type Printed, succeeded, withoutTypeChecks } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { quotationOf, quote, withoutTime } from "../pipelines/quotation";
import { makeRepository } from "../pipelines/repository";

const path = "docs/how-to/approve-a-large-removal.md";
const digest = /(?<=APP_LIST_APPROVE=)[0-9a-f]{16}/gu;
/** The digest that the page shows: a real one depends on the address of the simulator. */
const shownDigest = "0123456789abcdef";

function blockOf(heading: string, language: string): string {
  const page = readPage(path);
  const { text } = sectionOf(page, heading);
  const block = codeBlocksOf({ ...page, text }).find((each) => each.language === language);
  if (block === undefined) throw new Error(`${heading} has no block in ${language}.`);
  return block.code;
}

/** The messages at the end of a command's output. */
function messagesOf({ text }: Printed): string {
  const [messages = ""] =
    /^Diagnostics:\n[^]*?(?=^Resources:)/mu.exec(text.slice(text.lastIndexOf("Diagnostics:"))) ?? [];
  return `${wrap(messages.trimEnd())}\n`.replaceAll(digest, shownDigest);
}

/** Compares the block of a section with the messages of a command. */
function expectMessages(heading: string, printed: Printed): void {
  // Pulumi prints the messages of several resources in any order.
  const comparable = (text: string): readonly string[] => text.split("\n").toSorted();
  expectShown({ page: path, shown: blockOf(heading, "text"), printed: messagesOf(printed), comparable });
}

describe("the page about large removals", () => {
  it("shows the refusal, the approval and the limit as Pulumi prints them", async () => {
    const simulator = await startSimulator({ lists: [{ id: 4321, name: "brand-safety" }] });
    onTestFinished(() => simulator.close());
    const program = blockOf("Raise the limit", "ts");
    const project = await createProject({
      program: program.replace(/ *removalLimit.*\n/u, ""),
      language: "typescript",
      name: "brand-safety",
      settings: settingsFor(simulator),
    });
    onTestFinished(() => project.remove());
    Object.assign(project.environment, withoutTypeChecks);
    const lines = Array.from({ length: 12 }, (_, index) => `com.example.app${index + 1}\n`);
    const truncate = (): void => project.write("blocked-apps.txt", lines.slice(0, 6).join(""));
    const restore = async (): Promise<void> => {
      project.write("blocked-apps.txt", lines.join(""));
      succeeded(await project.up());
      expect(simulator.list(4321)?.appBundles).toHaveLength(12);
    };

    await restore();
    truncate();
    const refusal = await project.preview();
    expect(refusal.code).not.toBe(0);
    expectMessages("The refusal", refusal);
    expect((await project.up()).code).not.toBe(0);
    expect(simulator.list(4321)?.appBundles).toHaveLength(12);

    const [approved = ""] = refusal.text.match(digest) ?? [];
    project.environment["APP_LIST_APPROVE"] = approved;
    const withApproval = succeeded(await project.pulumi("up", "--yes"));
    expectMessages("Approve this change", withApproval);
    expect(simulator.list(4321)?.appBundles).toHaveLength(6);
    // The digest of one change approves no other.
    await restore();
    project.write("blocked-apps.txt", lines.slice(0, 5).join(""));
    expect((await project.up()).code).not.toBe(0);

    project.environment["APP_LIST_APPROVE"] = undefined;
    project.write("index.ts", program);
    truncate();
    const withLimit = succeeded(await project.pulumi("up", "--yes"));
    expect(messagesOf(withLimit)).toBe(messagesOf(withApproval));
    expect(simulator.list(4321)?.appBundles).toHaveLength(6);
  });

  it("shows the comment of a pull request that is refused", async () => {
    const { pipelines, place, commit } = await makeRepository();
    const { deploy, previewPullRequest } = pipelines.github;
    const entries = Array.from({ length: 20 }, (_, index) => `com.reskin.puzzle${index},,,copies,\n`).join("");
    const first = "com.luckyreels.slots,,,gambling,\n";
    commit("lists/blocked.csv", first, first + entries);
    expect((await deploy()).code).toBe(0);
    commit("lists/blocked.csv", entries, "");
    expect((await previewPullRequest()).code).not.toBe(0);
    const printed = quote(place.readForge().comments[0]?.text ?? "").replaceAll(digest, shownDigest);
    expectShown({ page: path, shown: quotationOf(path), printed, comparable: withoutTime });
  });
});
