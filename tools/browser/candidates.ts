import { join } from "node:path";

/**
 * The paths at which a Chromium or Chrome may be installed, in the order in which they are tried.
 *
 * @param environment CHROMIUM_PATH names one; where it is set, no other is tried.
 */
export function candidates(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly string[] {
  const chosen = environment["CHROMIUM_PATH"] ?? "";
  if (chosen !== "") return [chosen];
  if (platform === "darwin") {
    return [
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ];
  }
  if (platform === "win32") {
    return ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((variable) => {
      const folder = environment[variable] ?? "";
      return folder === "" ? [] : [join(folder, "Google", "Chrome", "Application", "chrome.exe")];
    });
  }
  return ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"].map((name) => `/usr/bin/${name}`);
}
