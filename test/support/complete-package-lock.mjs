// Run after `npm install <package>` when test/unit/package-lock.test.ts asks for it.
//
// npm leaves out of package-lock.json every optional package that its registry would not show it
// (mirrors often carry one platform's binaries only), and `npm ci` then refuses the whole file, on
// every machine. This adds what is left out: version and platform as the name says them, without a
// hash, which npm fills in where the package can be had.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findMissingOptionalPackages } from './package-lock.mjs';

const file = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
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

/**
 * Names end in the platform: `…-linux-arm64-musl`, `…-win32-x64-msvc`, `…-wasm32-wasi`.
 *
 * @param {string} path - in a lock file
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
