// Run it after `npm install <package>` when test/sources/package-lock.test.ts fails.
//
// npm omits optional packages from package-lock.json if its registry does not list them. Mirrors often have
// the binaries of one platform only. Then `npm ci` refuses the whole file on every machine. This script
// adds the missing entries, with the version and platform from the name. They have no hash; npm adds it
// when it can download the package.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findMissingOptionalPackages } from './package-lock.mjs';

for (const name of ['../../package-lock.json', '../packages/package-lock.json']) {
  completeLock(fileURLToPath(new URL(name, import.meta.url)));
}

function completeLock(/** @type {string} */ file) {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  for (const { path, version, isDev } of findMissingOptionalPackages(lock)) {
    lock.packages[path] = {
      version,
      ...findPlatform(path),
      ...(isDev ? { dev: true } : {}),
      optional: true,
    };
    process.stdout.write(`added ${path} ${version}\n`);
  }
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([left], [right]) => left.localeCompare(right, 'en')),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

/**
 * Names end in the platform: `…-linux-arm64-musl`, `…-win32-x64-msvc`, `…-wasm32-wasi`.
 *
 * @param {string} path - a path in a lock file
 */
function findPlatform(path) {
  const words = path.slice(path.lastIndexOf('/') + 1).split('-');
  const systems = [
    'android',
    'darwin',
    'freebsd',
    'linux',
    'netbsd',
    'openbsd',
    'openharmony',
    'win32',
  ];
  const processors = [
    'arm',
    'arm64',
    'ia32',
    'loong64',
    'ppc64',
    'riscv64',
    's390x',
    'wasm32',
    'x64',
  ];
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.filter((word) => processors.includes(word));
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : [];
  return {
    ...(os.length > 0 ? { os } : {}),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(libc.length > 0 && os.includes('linux') ? { libc } : {}),
  };
}
