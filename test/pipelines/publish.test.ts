import { describe, expect, it } from "vitest";
import { forges, makeProject, marker } from "./project";

const stranger = { id: 5, login: "stranger" };
const copied = { id: 1, author: stranger, title: "", text: `${marker}\ncopied`, isOpen: true };
const text: unknown = expect.stringMatching(/^<!-- .*dev -->\n\n\[HTML report\]\(https:\/\/forge\.example\.com\//u);

describe.each(forges)("the comment of $name", ({ pipelinesOf }) => {
  it("is one for each stack, and not that of a stranger who copies its first line", async () => {
    const { place } = makeProject({ markdown: 2, html: 2 });
    place.writeForge({ comments: [copied] });
    await pipelinesOf(place).previewPullRequest();
    const { user, comments } = place.readForge();
    expect(comments).toEqual([copied, { id: 2, author: user, title: "", text, isOpen: true }]);
    const ofOther = {
      id: 3,
      author: user,
      title: "",
      text: "<!-- pulumi-app-list report: lists/prod -->",
      isOpen: true,
    };
    const old = { id: 2, author: user, title: "", text: `${marker}\nold`, isOpen: true };
    place.writeForge({ comments: [copied, ofOther, old] });
    await pipelinesOf(place).previewPullRequest();
    expect(place.readForge().comments).toEqual([copied, ofOther, { ...old, text }]);
  });

  it("is not written if the input is false", async () => {
    const { place } = makeProject({ markdown: 2, html: 2 });
    expect(await pipelinesOf(place).previewPullRequest({ comment: false })).toMatchObject({ code: 0 });
    expect(place.readForge().comments).toEqual([]);
  });
});

describe.each(forges)("the issue of $name", ({ pipelinesOf }) => {
  it.each([
    { code: 0, ended: 0, says: "" },
    { code: 3, ended: 3, says: "Drift is not verified: the API did not show all lists." },
    { code: 1, ended: 1, says: "" },
  ])(
    "is not opened, and one that is open is kept unless there is no drift: code $code",
    async ({ code, ended, says }) => {
      const { place } = makeProject({ markdown: code, html: code });
      const run = await pipelinesOf(place).checkDrift();
      // For GitHub, a warning is an annotation.
      expect([ended === 3 ? 0 : ended, ended]).toContain(run.code);
      expect(run.text).toContain(says);
      expect(place.readForge().issues).toEqual([]);
      const { user } = place.readForge();
      const own = {
        id: 2,
        author: user,
        title: "App lists differ from the program",
        text: `${marker}\nold`,
        isOpen: true,
      };
      place.writeForge({ issues: [copied, own] });
      await pipelinesOf(place).checkDrift();
      expect(place.readForge().issues).toEqual([copied, { ...own, isOpen: code !== 0 }]);
    },
  );

  it("is opened, updated and opened again while the lists differ", async () => {
    const { place } = makeProject({ markdown: 2, html: 2 });
    expect(await pipelinesOf(place).checkDrift()).toMatchObject({ code: 0 });
    const { user, issues } = place.readForge();
    const title = "App lists differ from the program";
    expect(issues).toEqual([{ id: 1, author: user, title, text, isOpen: true }]);
    const old = issues.map((issue) => ({ ...issue, text: `${marker}\nold` }));
    place.writeForge({ issues: old });
    await pipelinesOf(place).checkDrift();
    expect(place.readForge().issues).toEqual(issues);
    const closed = issues.map((issue) => ({ ...issue, isOpen: false }));
    place.writeForge({ issues: closed });
    await pipelinesOf(place).checkDrift();
    expect(place.readForge().issues).toEqual([...closed, ...issues.map((issue) => ({ ...issue, id: 2 }))]);
  });

  it("is not written if the input is false", async () => {
    const { place } = makeProject({ markdown: 2, html: 2 });
    expect(await pipelinesOf(place).checkDrift({ issue: false })).toMatchObject({ code: 0 });
    expect(place.readForge().issues).toEqual([]);
  });
});
