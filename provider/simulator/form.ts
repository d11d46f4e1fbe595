// What encodeURIComponent and URLSearchParams leave as it is, "+" for a blank, and escapes; nothing else.
const encoded = /^(?:[A-Za-z0-9\-._~!'()*+]|%[0-9A-Fa-f]{2})*$/;

/**
 * Reads an application/x-www-form-urlencoded body strictly: undefined when anything in it should have been escaped, an
 * escape is not UTF-8, or a field comes without a value or twice.
 */
export function readForm(text: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const pair of text.split("&")) {
    const [name, value, ...rest] = pair.split("=").map(decodeField);
    if (name === undefined || name === "" || value === undefined || rest.length > 0 || fields.has(name)) {
      return undefined;
    }
    fields.set(name, value);
  }
  return fields;
}

function decodeField(text: string): string | undefined {
  if (!encoded.test(text)) return undefined;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
