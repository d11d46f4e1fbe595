import { dirname } from "node:path";
import ts from "typescript";

/**
 * The files of a project, whose types can be asked, also with another text of one file.
 *
 * @typedef {object} Project
 * @property {ts.TypeChecker} checker
 * @property {(path: string) => ts.SourceFile} fileAt
 * @property {(path: string, text: string) => boolean} hasTypes  whether nothing has an error, and no import or variable
 *   is unused, with this text of a file
 */

/**
 * @param {string} configFile
 * @returns {Project}
 */
export function openProject(configFile) {
  const folder = dirname(configFile);
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  let changed = { path: "", text: "", version: 0 };
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    // Lint finds what is unused.
    getCompilationSettings: () => ({ ...options, noUnusedLocals: true }),
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => (path === changed.path ? String(changed.version) : "0"),
    getScriptSnapshot: (path) => {
      const text = path === changed.path ? changed.text : ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
  });
  // Of the files as they are: later programs have other texts.
  const program = service.getProgram();
  if (program === undefined) throw new Error(`TypeScript cannot open ${configFile}.`);
  return {
    checker: program.getTypeChecker(),
    fileAt: (path) => {
      const file = program.getSourceFile(path);
      if (file === undefined) throw new Error(`${path} is not a file of ${configFile}.`);
      return file;
    },
    hasTypes: (path, text) => {
      const declared = () => JSON.stringify(service.getEmitOutput(path, true, true).outputFiles);
      const isRight = (/** @type {string} */ each) =>
        [...service.getSyntacticDiagnostics(each), ...service.getSemanticDiagnostics(each)].length === 0;
      changed = { ...changed, path: "" };
      const before = declared();
      changed = { path, text, version: changed.version + 1 };
      // Errors are in the file itself, unless it declares something else.
      return isRight(path) && (declared() === before || fileNames.every(isRight));
    },
  };
}
