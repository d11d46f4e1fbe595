import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../../tools/paths.mjs";

/** A member of an interface, with its type as it is written, but for `pulumi.Input` and `undefined`. */
export interface DeclaredMember {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** Reads the members of an interface in a file of the package. @throws Error if the file has no such interface. */
export function membersOf(path: string, name: string): readonly DeclaredMember[] {
  const text = readFileSync(join(root, "provider", path), "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const declared = file.statements.filter(ts.isInterfaceDeclaration).find((each) => each.name.text === name);
  if (declared === undefined) throw new Error(`${path} has no interface ${name}.`);
  return declared.members.filter(ts.isPropertySignature).map((member) => {
    const [comment] = ts.getJSDocCommentsAndTags(member);
    const type = member.type?.getText() ?? "";
    return {
      name: member.name.getText(),
      type: type.replace(/^pulumi\.Input<(.*)>$/u, "$1").replace(/ \| undefined$/u, ""),
      isRequired: member.questionToken === undefined,
      description: (ts.getTextOfJSDocComment(comment?.comment) ?? "").replaceAll(/\s+/gu, " ").trim(),
    };
  });
}
