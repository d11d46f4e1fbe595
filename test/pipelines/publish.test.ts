import { describe, expect, it } from "vitest";
import { forges, makeProject, marker } from "./project";

type Author = ReturnType<ReturnType<typeof makeProject>["place"]["readForge"]>["user"];

const title = "App lists differ from the program";
const message = (id: number, author: Author, text: string, title = "") => ({ id, author, title, text, isOpen: true });
const copied = message(1, { id: 5, login: "stranger" }, `${marker}\ncopied`);
const old = `${marker}\nold`;
const report: unknown = expect.stringMatching(/^<!-- .*dev -->\n\n\[HTML report\]\(https:\/\/forge\.example\.com\//u);

describe.each(forges)("the comment of $name", ({ pipelinesOf }) => {
  it("is one for each stack, and not that of a stranger who copies its first line", async () => {
    const { place } = makeProject({ markdown: 2, html: 2 });
    const { user } = place.readForge();
    const own = message(2, user, old);
    const ofOther = message(3, user, "<!-- pulumi-app-list report: lists/prod -->");
    place.writeForge({ comments: [copied] });
    await pipelinesOf(place).previewPullRequest();
    expect(place.readForge().comments).toEqual([copied, { ...own, text: report }]);
    place.writeForge({ comments: [copied, ofOther, own] });
    await pipelinesOf(place).previewPullRequest();
    expect(place.readForge().comments).toEqual([copied, ofOther, { ...own, text: report }]);
  });
});

describe.each(forges)("the issue of $name", ({ pipelinesOf }) => {
  it.each([
    { code: 0, ended: [0], text: "" },
    // For GitHub, a warning is an annotation.
    { code: 3, ended: [0, 3], text: "Drift is not verified: the API did not show all lists." },
    { code: 1, ended: [1], text: "" },
  ])("is not opened, and one that is open is kept unless there is no drift: code $code", async (expected) => {
    const { code, ended, text } = expected;
    const { place } = makeProject({ markdown: code, html: code });
    const run = await pipelinesOf(place).checkDrift();
    expect(ended).toContain(run.code);
    expect(run.text).toContain(text);
    const { user, issues } = place.readForge();
    expect(issues).toEqual([]);
    const own = message(2, user, old, title);
    place.writeForge({ issues: [copied, own] });
    await pipelinesOf(place).checkDrift();
    expect(place.readForge().issues).toEqual([copied, { ...own, isOpen: code !== 0 }]);
  });

  it("is opened, updated and opened again while the lists differ", async () => {
    const { place } = makeProject({ markdown: 2, html: 2 });
    const { checkDrift } = pipelinesOf(place);
    expect(await checkDrift()).toMatchObject({ code: 0 });
    const { user, issues } = place.readForge();
    const issue = message(1, user, old, title);
    expect(issues).toEqual([{ ...issue, text: report }]);
    place.writeForge({ issues: [issue] });
    await checkDrift();
    expect(place.readForge().issues).toEqual(issues);
    const closed = { ...issue, isOpen: false };
    place.writeForge({ issues: [closed] });
    await checkDrift();
    expect(place.readForge().issues).toEqual([closed, { ...issue, id: 2, text: report }]);
  });
});

it.each(forges)("$name writes neither if the inputs are false", async ({ pipelinesOf }) => {
  const { place } = makeProject({ markdown: 2, html: 2 });
  expect(await pipelinesOf(place).previewPullRequest({ comment: false })).toMatchObject({ code: 0 });
  expect(await pipelinesOf(place).checkDrift({ issue: false })).toMatchObject({ code: 0 });
  expect(place.readForge()).toMatchObject({ comments: [], issues: [] });
});
