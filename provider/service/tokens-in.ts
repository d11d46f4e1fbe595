/** How many characters of an answer are looked at: more than are shown of one. */
const readCharacters = 65_536;

/** A member of JSON, also of JSON within JSON, or a field of a form, whose name ends on "token", and its value. */
const tokenMember = /token(?:\\*"\s*:\s*\\*"|=)((?:[^"\\\s&]|\\+\/)+)/giu;

/** The values in an answer that are tokens by their names, such as `access_token`. */
export function tokensIn(body: string): readonly string[] {
  return Array.from(body.slice(0, readCharacters).matchAll(tokenMember), ([, value = ""]) => value);
}
