import { printable } from "../../common/printable";
import { kinds, type ByKind } from "../../list/kinds";

/** The contents of a program. */
export interface ProgramParts {
  readonly language: "typescript" | "javascript";
  readonly resource: string;
  readonly appListId: number;
  /** The file of each kind, relative to the program's folder; undefined for a kind without entries. */
  readonly files: ByKind<string | undefined>;
  readonly account?: string;
  readonly claim: boolean;
  readonly exclusive: boolean;
}

/** The source text of a program that manages a list with the entries of files. */
export function programText(parts: ProgramParts): string {
  const { language, resource, appListId, files, account, claim, exclusive } = parts;
  const entries = kinds.flatMap((kind) => {
    const file = files[kind];
    return file === undefined ? [] : [`${kind}: entriesFromFile(${stringLiteral(file)})`];
  });
  const names = entries.length === 0 ? "AppListEntries" : "AppListEntries, entriesFromFile";
  const lines = [
    `appListId: ${appListId}`,
    ...(account === undefined ? [] : [`account: ${stringLiteral(account)}`]),
    ...entries,
    ...(claim ? ["claimExisting: true"] : []),
    ...(exclusive ? ["exclusive: true"] : []),
  ].map((line) => `  ${line},\n`);
  const head =
    language === "typescript"
      ? `import { ${names} } from "pulumi-app-list";`
      : `const { ${names} } = require("pulumi-app-list");`;
  return `${head}\n\nnew AppListEntries(${stringLiteral(resource)}, {\n${lines.join("")}});\n`;
}

/** A string literal in which invisible characters are escaped. */
function stringLiteral(text: string): string {
  return printable(JSON.stringify(text));
}

/** The default name of the resource: the name of the list, in letters, digits, dots, underscores and hyphens. */
export function defaultResourceName(appListId: number, listName: string | undefined): string {
  const name = (listName ?? "").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/gu, "");
  return name === "" ? `app-list-${appListId}` : name;
}
