import { join } from "node:path";
import { expect, it } from "vitest";
import { findApprovalsFile } from "../../provider/report/approvals-file";
import { printMarkdown } from "../../provider/report/markdown";
import { folderWith } from "../files/folder";
import { everydayReport, overLimitReport } from "./sample-reports";

const name = "app-list-approvals";
const server = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "ad-ops/lists" };
const onGithub = (root: string) => ({ GITHUB_WORKSPACE: root, GITHUB_HEAD_REF: "fix/a?b (1)", ...server });
const onGitlab = (root: string) => ({
  CI_PROJECT_DIR: root,
  CI_PROJECT_URL: "https://gitlab.example.com/ad-ops/lists",
  CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "fix",
});
const branch = "fix/a%3Fb%20(1)";

it.each([
  ["a new file on GitHub", onGithub, "", `https://github.com/ad-ops/lists/new/${branch}?filename=${name}`],
  ["a file on GitHub", onGithub, "lists", `https://github.com/ad-ops/lists/edit/${branch}/lists/${name}`],
  ["a new file on GitLab", onGitlab, "", `https://gitlab.example.com/ad-ops/lists/-/new/fix?file_name=${name}`],
  ["a file on GitLab", onGitlab, "lists", `https://gitlab.example.com/ad-ops/lists/-/edit/fix/lists/${name}`],
])("the file of approvals has a page: %s", (_, variablesIn, folder, page) => {
  const root = folderWith({ [`lists/${name}`]: "# None yet.\n" });
  expect(findApprovalsFile(join(root, folder), variablesIn(root))).toEqual({ path: join(folder, name), page });
});

it.each([{}, { ...onGithub("/lists"), GITHUB_HEAD_REF: "" }, { CI_PROJECT_DIR: "/lists" }])(
  "the file of approvals has no page outside of a pull request: %j",
  (variables) => {
    expect(findApprovalsFile("/lists", variables)).toBeUndefined();
  },
);

it("a comment names the file of approvals and links its page, if something is to be approved", () => {
  const file = { path: `lists/${name}`, page: "https://github.com/ad-ops/lists/edit/fix/x" };
  const link = `The file: <a href="${file.page}"><code>lists/${name}</code></a>`;
  expect(printMarkdown(overLimitReport, file)).toContain(link);
  expect(printMarkdown(overLimitReport)).not.toContain("The file:");
  expect(printMarkdown(everydayReport, file)).not.toContain("The file:");
});
