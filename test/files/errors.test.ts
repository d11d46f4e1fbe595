import { expect, it } from "vitest";
import { FileUnreadableError, ListFilesError } from "../../provider/files/errors";
import { SettingsError } from "../../provider/api/settings";
import { StateUnreadableError } from "../../provider/resource/texts/errors";

it.each([
  new FileUnreadableError("lists/blocked.txt", "does not exist"),
  new ListFilesError([]),
  new SettingsError(["app-list:baseUrl is missing"]),
  new StateUnreadableError("stateVersion is missing"),
])("an error of the program does not claim that nothing else was changed: $code", ({ message }) => {
  expect(message).not.toMatch(/\bnothing (was|is|has)\b/iu);
});
