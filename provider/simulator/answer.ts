/** An HTTP answer as plain data. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer with JSON. */
export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(value) };
}

/** An answer that reports an error. The API does not document the form of its errors; this one is `{error, message}`. */
export function errorAnswer(
  status: number,
  error: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return jsonAnswer(status, { error, message }, headers);
}
