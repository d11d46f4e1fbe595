import { kinds, type ByKind } from "../../list/kinds";
import { printable } from "../../common/printable";

/** The language of a Pulumi program. */
type Language = "typescript" | "javascript";

/** What a program is to declare. */
export interface ProgramParts {
  readonly language: Language;
  readonly resource: string;
  readonly appListId: number;
  /** The file of each kind, from the program's folder; undefined for a kind without entries. */
  readonly files: ByKind<string | undefined>;
  readonly account?: string;
  readonly claim: boolean;
  readonly exclusive: boolean;
}

/** The source text of a program that manages a list with the entries of files. */
export function programText(parts: ProgramParts): string {
  const { language, resource, appListId, files, account, claim, exclusive } = parts;
  const withFiles = kinds.filter((kind) => files[kind] !== undefined);
  const names = withFiles.length === 0 ? "AppListEntries" : "AppListEntries, entriesFromFile";
  const lines = [
    `appListId: ${appListId}`,
    ...(account === undefined ? [] : [`account: ${literal(account)}`]),
    ...withFiles.map((kind) => `${kind}: entriesFromFile(${literal(files[kind] ?? "")})`),
    ...(claim ? ["claimExisting: true"] : []),
    ...(exclusive ? ["exclusive: true"] : []),
  ];
  const head =
    language === "typescript"
      ? `import { ${names} } from "pulumi-app-list";`
      : `const { ${names} } = require("pulumi-app-list");`;
  return `${head}\n\nnew AppListEntries(${literal(resource)}, {\n${lines.map((line) => `  ${line},\n`).join("")}});\n`;
}

/** A string literal; what is not visible is escaped. */
function literal(text: string): string {
  return printable(JSON.stringify(text));
}

/** A name for the resource: the list's own, made of letters, digits, dots and dashes. */
export function resourceNameOf(appListId: number, listName: string | undefined): string {
  const name = (listName ?? "").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/gu, "");
  return name === "" ? `app-list-${appListId}` : name;
}
