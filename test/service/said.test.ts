import { describe, expect, it } from "vitest";
import { whatWasSaid } from "../../provider/service/said";

describe("what the service said", () => {
  it("is undefined where it said nothing", () => {
    expect(whatWasSaid(" \r\n ", [])).toBeUndefined();
  });

  it("stands on one line", () => {
    expect(whatWasSaid("<html>\n\t<p>Not here</p>\n</html>\n", [])).toBe("<html> <p>Not here</p> </html>");
  });

  it("is shortened to 300 characters without cutting one in two", () => {
    expect(whatWasSaid("🙂".repeat(301), [])).toBe(`${"🙂".repeat(300)}…`);
    expect(whatWasSaid("x".repeat(300), [])).toBe("x".repeat(300));
  });

  it("has control characters and changes of direction escaped", () => {
    expect(whatWasSaid("\u001b[31mred\u0000 \u202eback", [])).toBe("\\u001b[31mred\\u0000 \\u202eback");
  });

  it("has characters that cannot be seen escaped", () => {
    expect(whatWasSaid("a\u061cb\u200bc\u{e0001}d\u2028e", [])).toBe("a\\u061cb\\u200bc\\udb40\\udc01d e");
  });

  it("is redacted before it is shortened, so that no part of a secret stays at the end", () => {
    expect(whatWasSaid(`${"x".repeat(290)}the-long-secret-of-somebody`, ["the-long-secret-of-somebody"])).toBe(
      `${"x".repeat(290)}[secret]`,
    );
  });
});
