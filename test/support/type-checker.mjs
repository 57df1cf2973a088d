// A thread of `check-types.mjs`: gets paths of projects, answers each with the compiler's errors.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files that some project has read; they are parsed and bound once for all of them.
 * @type {Map<string, ts.SourceFile | undefined>} */
const files = new Map();

parentPort?.on('message', (project) => parentPort?.postMessage(checkProject(project)));

/**
 * @param {string} project - path of a tsconfig.json
 * @returns {string} what is wrong, as `tsc` prints it; empty when nothing is
 */
function checkProject(project) {
  const config = ts.getParsedCommandLineOfConfigFile(join(root, project), remember(project), {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic(diagnostic) {
      throw new Error(format([diagnostic]));
    },
  });
  if (config === undefined) throw new Error(`There is no ${project}.`);
  const program = ts.createIncrementalProgram({
    rootNames: config.fileNames,
    options: config.options,
    configFileParsingDiagnostics: config.errors,
    host: shareFiles(ts.createIncrementalCompilerHost(config.options)),
  });
  const errors = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ];
  // Writes down what it knows, and nothing else.
  errors.push(...program.emit().diagnostics);
  return format(errors);
}

/**
 * A second run looks only at what changed.
 *
 * @param {string} project - path of a tsconfig.json
 * @returns {ts.CompilerOptions} beside the project's own
 */
function remember(project) {
  const name = project.replaceAll(/[\\/]/g, '-').replace('.json', '.tsbuildinfo');
  const tsBuildInfoFile = join(root, 'node_modules/.cache/tax-connect', name);
  return { noEmit: true, incremental: true, tsBuildInfoFile };
}

/**
 * @param {ts.CompilerHost} host - of one project
 * @returns {ts.CompilerHost} the same, which takes what another project has read
 */
function shareFiles(host) {
  const { getSourceFile } = host;
  host.getSourceFile = (name, options, ...more) => {
    const format = typeof options === 'object' ? options.impliedNodeFormat : undefined;
    const key = `${name} ${format}`;
    if (!files.has(key)) files.set(key, getSourceFile(name, options, ...more));
    return files.get(key);
  };
  return host;
}

/** @param {readonly ts.Diagnostic[]} errors - in any order, some perhaps twice */
function format(errors) {
  return ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(errors), {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  });
}
