import { checkConfigurationOnce, warnAboutPlainText, warnAboutUnknownKeys } from "../../program/settings";

/** Warns, once in a run, about likely mistakes in the stack's configuration. */
export function checkConfiguration(): void {
  checkConfigurationOnce(warnAboutUnknownKeys, warnAboutPlainText);
}
