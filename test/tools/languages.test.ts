import { describe, expect, it } from "vitest";

import { readLanguages } from "../../tools/engine/languages.mjs";

describe("the languages of the set-up", () => {
  it.each([
    { options: [], languages: [] },
    { options: ["--languages"], languages: ["yaml", "python"] },
    { options: ["--languages=yaml"], languages: ["yaml"] },
    { options: ["--languages=python,yaml"], languages: ["yaml", "python"] },
    { options: ["--languages=yaml", "--languages=yaml"], languages: ["yaml"] },
  ])("are $languages with the options $options", ({ options, languages }) => {
    expect(readLanguages(options)).toEqual(languages);
  });

  it.each(["--languages=", "--languages=go", "--language", "yaml"])(
    "are not %j, and the error names the option",
    (option) => {
      expect(() => readLanguages([option])).toThrow(
        `Unknown option ${option}. Use --languages, or --languages=yaml,python.`,
      );
    },
  );
});
