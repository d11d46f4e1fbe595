/** The value of an expression of GitHub Actions. A value that is not set is null. */
export type Value = string | number | boolean | null;

/** What the expressions of a step can name. */
export interface Scope {
  /** Values by their full names, such as `github.token`. */
  readonly values: Readonly<Record<string, Value>>;
  /** The starts of names that may be unknown, and are null then, such as `secrets.`. Any other unknown name is an error. */
  readonly open: readonly string[];
  /** Whether all earlier steps succeeded. */
  readonly isSuccess: boolean;
}

/** The text with the value of each `${{ … }}`. */
export function interpolate(text: string, scope: Scope): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/gsu, (_, expression: string) => String(evaluate(expression, scope) ?? ""));
}

/** Whether a condition holds. Without a status function in it, it also requires that all earlier steps succeeded. */
export function holds(condition: string, scope: Scope): boolean {
  const expression = condition.replace(/^\$\{\{(.*)\}\}$/su, "$1");
  const hasStatus = /\b(?:success|failure|always|cancelled)\(\)/u.test(expression);
  return (hasStatus || scope.isSuccess) && isTrue(evaluate(expression, scope));
}

/** Evaluates an expression without its `${{ }}`. A name, function or sign that is not known here is an error. */
export function evaluate(expression: string, scope: Scope): Value {
  const tokens = [...expression.matchAll(/\s*('(?:[^']|'')*'|[\w.-]+|==|!=|&&|\|\||[!(),]|\S)/gu)].map(
    ([, token = ""]) => token,
  );
  let place = 0;
  const next = (): string => tokens[place++] ?? "";
  const accept = (token: string): boolean => tokens[place] === token && next() === token;
  const fail = (): never => {
    throw new Error(`The test does not understand the expression "${expression.trim()}".`);
  };

  const either = (): Value => {
    let value = both();
    while (accept("||")) {
      const right = both();
      value = isTrue(value) ? value : right;
    }
    return value;
  };
  const both = (): Value => {
    let value = comparison();
    while (accept("&&")) {
      const right = comparison();
      value = isTrue(value) ? right : value;
    }
    return value;
  };
  const comparison = (): Value => {
    const left = single();
    if (accept("==")) return isEqual(left, single());
    if (accept("!=")) return !isEqual(left, single());
    return left;
  };
  const single = (): Value => {
    if (accept("!")) return !isTrue(single());
    if (accept("(")) {
      const value = either();
      return accept(")") ? value : fail();
    }
    const token = next();
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (token === "true" || token === "false") return token === "true";
    if (!/^[A-Za-z_]/u.test(token)) return fail();
    return accept("(") ? call(token) : named(token);
  };
  const call = (name: string): Value => {
    const values: Value[] = [];
    while (!accept(")")) {
      values.push(either());
      if (!accept(",") && tokens[place] !== ")") fail();
    }
    if (name === "success" && values.length === 0) return scope.isSuccess;
    if (name === "failure" && values.length === 0) return !scope.isSuccess;
    if (name === "always" && values.length === 0) return true;
    if (name === "cancelled" && values.length === 0) return false;
    if (name === "hashFiles" && values.length > 0) return `hash of ${values.join(", ")}`;
    return fail();
  };
  const named = (name: string): Value => {
    const value = scope.values[name];
    if (value !== undefined) return value;
    if (scope.open.some((start) => name.startsWith(start))) return null;
    throw new Error(`The test does not know "${name}" in the expression "${expression.trim()}".`);
  };

  const value = either();
  return place === tokens.length ? value : fail();
}

function isTrue(value: Value): boolean {
  return value !== null && value !== "" && value !== false && value !== 0 && !Number.isNaN(value);
}

/** GitHub compares texts without case, and values of two types as numbers. */
function isEqual(left: Value, right: Value): boolean {
  if (typeof left === "string" && typeof right === "string") return left.toLowerCase() === right.toLowerCase();
  return typeof left === typeof right ? left === right : Number(left ?? 0) === Number(right ?? 0);
}
