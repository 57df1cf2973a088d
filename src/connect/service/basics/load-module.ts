import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/**
 * Loads a module of the operator.
 *
 * @param file - a path, relative to the working directory
 * @param read - checks the default export, which may be undefined
 * @throws Error with the setting, the file and the problem
 */
export async function loadModule<Value>(
  setting: string,
  file: string,
  read: (exported: unknown) => Value,
): Promise<Value> {
  const url = pathToFileURL(resolve(file)).href;
  try {
    const module: { readonly default?: unknown } = await import(/* @vite-ignore */ url);
    return read(module.default);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'it cannot be loaded';
    const place = error instanceof SyntaxError ? findSyntaxError(file) : undefined;
    const reason = place === undefined ? message : `${message} (${place})`;
    throw new Error(`${setting}: ${file}: ${reason}`, { cause: error });
  }
}

/**
 * Finds the file and line of a syntax error in the output of Node, because the error itself does not have them.
 * Undefined when the error is in another module.
 */
function findSyntaxError(file: string): string | undefined {
  const { stderr } = spawnSync(process.execPath, ['--check', resolve(file)], { encoding: 'utf8' });
  return /^(?:file:\/\/)?(.+:\d+)$/m.exec(stderr)?.[1];
}
