import { existsSync } from "node:fs";
import { join, relative } from "node:path";

/** The file of approvals beside Pulumi.yaml, as a reviewer finds it. */
export type ApprovalsFile = NonNullable<ReturnType<typeof findApprovalsFile>>;

/**
 * Finds the file by the variables of a forge.
 *
 * @returns undefined outside of a pull request. `path`: from the root of the repository. `page`: the page of the forge
 *   that edits or creates it in the branch of the pull request.
 */
export function findApprovalsFile(folder: string, variables: NodeJS.ProcessEnv) {
  const { GITHUB_WORKSPACE, GITHUB_HEAD_REF, CI_PROJECT_DIR, CI_MERGE_REQUEST_SOURCE_BRANCH_NAME } = variables;
  const root = GITHUB_WORKSPACE ?? CI_PROJECT_DIR;
  const branch = GITHUB_HEAD_REF ?? CI_MERGE_REQUEST_SOURCE_BRANCH_NAME ?? "";
  if (root === undefined || branch === "") return undefined;
  const file = join(folder, "app-list-approvals");
  const path = relative(root, file).replaceAll("\\", "/");
  const place = [branch, path].map((each) => each.split("/").map(encodeURIComponent).join("/"));
  const { GITHUB_SERVER_URL = "", GITHUB_REPOSITORY = "", CI_PROJECT_URL = "" } = variables;
  const [at, name] =
    GITHUB_WORKSPACE === undefined
      ? [`${CI_PROJECT_URL}/-`, "file_name"]
      : [`${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`, "filename"];
  const page = existsSync(file) ? `${at}/edit/${place.join("/")}` : `${at}/new/${place.join(`?${name}=`)}`;
  return { path, page };
}
