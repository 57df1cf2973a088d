// Writes the type declarations of the package's entries to dist/types.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The packages that a folder's declarations may import, because every consumer of the entry has them. */
const allowedPackages = {
  'bindings/core': ['tax-connect'],
  'bindings/element': ['tax-connect'],
  'bindings/react': ['tax-connect', 'react'],
  'bindings/vue': ['tax-connect', 'vue'],
  'bindings/svelte': ['tax-connect', 'svelte/attachments', 'svelte/elements'],
};

/** Matches an import, a re-export or a type import outside comments. The second group is the module's name or path. */
const specifierPattern = /(?<!^\s*\*.*)((?:\bfrom\s*|\bimport\s*\(?\s*)['"])([^'"]+)(?=['"])/gm;

/** Writes the declarations that the entries reach. Others import bundled packages, which consumers do not have. */
export function buildTypes(root) {
  const types = join(root, 'dist/types');
  rmSync(types, { recursive: true, force: true });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', join(root, 'src/sdk/tsconfig.build.json')];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('the types could not be built; see the errors above');

  // The compiler puts the SDK's declarations into `sdk/`, beside those of other folders. Moves them one folder up.
  const sdk = join(types, 'sdk');
  for (const name of readdirSync(sdk)) renameSync(join(sdk, name), join(types, name));

  const exported = readFileSync(join(root, 'package.json'), 'utf8');
  const entries = exported.match(/(?<=dist\/types\/)[\w-]+\.d\.ts/g) ?? [];
  const reached = findReachedFiles(types, entries);
  for (const entry of readdirSync(types, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (reached.has(path)) rewriteForConsumers(path);
    else if (![...reached].some((file) => file.startsWith(`${path}/`))) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** Finds the declaration files that the entries import, directly or indirectly. Other files are not part of the API. */
function findReachedFiles(types, entries) {
  const reached = new Set();
  const waiting = entries.map((entry) => join(types, entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, , specifier = ''] of readFileSync(file, 'utf8').matchAll(specifierPattern)) {
      if (!specifier.startsWith('.')) {
        assertConsumersHave(specifier, relative(types, file));
        continue;
      }
      const target = resolve(dirname(file), specifier.replace(/\.tsx?$/, '.d.ts'));
      if (!existsSync(target)) throw new Error(`${relative(types, file)} mentions ${specifier}`);
      waiting.push(target);
    }
  }
  return reached;
}

function assertConsumersHave(specifier, file) {
  if (allowedPackages[dirname(file)]?.includes(specifier)) return;
  throw new Error(`${file} mentions ${specifier}, which consumers do not have`);
}

/** Rewrites imports of `./x.ts` to `./x.js`, for which a consumer's compiler finds the declarations in `./x.d.ts`. */
function rewriteForConsumers(file) {
  const text = readFileSync(file, 'utf8');
  if (text.includes('__TAX_CONNECT_')) {
    throw new Error(`${file} mentions a constant of the build, which consumers do not have`);
  }
  const rewrite = (_, before, specifier) => before + specifier.replace(/\.tsx?$/, '.js');
  writeFileSync(file, text.replace(specifierPattern, rewrite));
}
