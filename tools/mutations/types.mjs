import { dirname } from "node:path";
import ts from "typescript";

/**
 * A judge of types in a project: whether all of it has no errors with another text of one file.
 *
 * @param {string} configFile
 * @returns {(path: string, text: string) => boolean}
 */
export function judgeOfTypes(configFile) {
  const folder = dirname(configFile);
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  let changed = { path: "", text: "", version: 0 };
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => (path === changed.path ? String(changed.version) : "0"),
    getScriptSnapshot: (path) => {
      const text = path === changed.path ? changed.text : ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
  });
  return (path, text) => {
    changed = { path, text, version: changed.version + 1 };
    // Most errors are in the file itself.
    return [path, ...fileNames].every(
      (each) => [...service.getSyntacticDiagnostics(each), ...service.getSemanticDiagnostics(each)].length === 0,
    );
  };
}
