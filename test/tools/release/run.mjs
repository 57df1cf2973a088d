// `npm run release`: all steps from a commit to the registry. Without `--publish`, it runs all of them
// except the last.
//
//   npm run release                          tries a release
//   npm run release -- --publish             publishes, with provenance; in CI only
//   npm run release -- --no-tests            tries one without the tests, and never publishes
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { inspect } from 'node:util';

const options = new Set(process.argv.slice(2));
const known = new Set(['--publish', '--no-tests']);
const isMeant = options.has('--publish');

/** An error for the person who releases. Its message is a sentence. */
class Refusal extends Error {}

const say = (/** @type {string} */ line) => process.stdout.write(`release: ${line}\n`);

try {
  release();
} catch (error) {
  process.stderr.write(`release: ${error instanceof Refusal ? error.message : inspect(error)}\n`);
  process.exitCode = 1;
}

function release() {
  assertOptions();
  assertAddresses();
  assertClean();
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-release-'));
  try {
    audit();
    if (!options.has('--no-tests')) {
      run('npm', ['run', 'check']);
      run('npm', ['test']);
    }
    const tarball = packTwice(folder);
    assertClean();
    publish(tarball);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function assertOptions() {
  const wrong = [...options].find((option) => !known.has(option));
  if (wrong !== undefined) throw new Refusal(`unknown option ${wrong}.`);
  if (isMeant && options.has('--no-tests')) {
    throw new Refusal('--publish runs the tests: leave out --no-tests.');
  }
}

/**
 * The registry shows these addresses, and provenance compares the first with the repository of the CI job.
 * Hosts below `.example` are reserved, so such an address has not been chosen yet.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6.5
 */
function assertAddresses() {
  const { repository, homepage, bugs } = readManifest();
  const addresses = { 'repository.url': repository?.url, homepage, 'bugs.url': bugs?.url };
  const open = Object.entries(addresses)
    .filter(([, address]) => !address || /\.example(?=[:/]|$)/.test(address))
    .map(([field]) => field);
  if (open.length === 0) return;
  const text = `package.json needs the project's own address in ${open.join(', ')}.`;
  if (isMeant) throw new Refusal(text);
  say(`${text} --publish refuses it.`);
}

/** The published files must be those of a commit, and the changelog must have the version. */
function assertClean() {
  const changed = read('git', ['status', '--porcelain']);
  if (changed !== '') throw new Refusal(`commit or remove these first:\n${changed}`);
  const { version } = readManifest();
  if (!readFileSync('CHANGELOG.md', 'utf8').includes(`\n## [${version}]`)) {
    throw new Refusal(`CHANGELOG.md has no section [${version}].`);
  }
  if (isMeant && read('git', ['tag', '--list', `v${version}`, '--points-at', 'HEAD']) === '') {
    throw new Refusal(`this commit has no tag v${version}.`);
  }
}

/**
 * npm lists every bundled package as a development dependency. Only the packages in the bill of materials
 * reach users, so only their vulnerabilities stop a release. A registry without audits does not stop it.
 */
function audit() {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' });
  const { vulnerabilities, message } = parse(stdout) ?? {};
  if (vulnerabilities === undefined) {
    say(`the registry provides no audit (${message ?? 'nothing to read'}).`);
    return;
  }
  const shipped = new Set(readBom().map(({ name }) => name));
  const names = Object.keys(vulnerabilities);
  const serious = names.filter((name) => shipped.has(name));
  if (serious.length > 0)
    throw new Refusal(`known vulnerabilities in ${serious.join(', ')}. Update these packages.`);
  say(
    `no known vulnerability in what is shipped; ${names.length} in tools: ${names.join(', ') || 'none'}.`,
  );
}

/**
 * Builds here, and again in a fresh clone at another path. Both tarballs must have the same hash.
 *
 * @param {string} folder - for the clone and the tarballs
 * @returns {string} the tarball
 */
function packTwice(folder) {
  const clone = join(folder, 'clone');
  run('git', ['clone', '--quiet', process.cwd(), clone]);
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], clone);
  const [here, there] = [pack(process.cwd(), folder), pack(clone, folder)];
  if (here.integrity !== there.integrity) {
    const differs = here.files.filter(
      ({ path }) => !isSame(join(process.cwd(), path), join(clone, path)),
    );
    const names = differs.map(({ path }) => path).join(', ');
    throw new Refusal(`two builds differ in: ${names || 'the list of files'}.`);
  }
  if (!here.files.some(({ path }) => path === 'dist/sbom.cdx.json')) {
    throw new Refusal('the tarball has no bill of materials.');
  }
  say(`two builds, one hash: ${here.integrity}`);
  return here.file;
}

/**
 * @param {string} root - of the repository or its clone
 * @param {string} folder - for the tarball
 * @returns {{ file: string, integrity: string, files: { path: string }[] }}
 */
function pack(root, folder) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const text = read('npm', ['pack', '--json', '--silent'], root);
  // npm prints the lines of the build before its JSON.
  const [packed] = JSON.parse(text.slice(text.search(/^\[$/m)));
  const file = join(folder, `${root === process.cwd() ? 'here' : 'there'}.tgz`);
  cpSync(join(root, packed.filename), file);
  rmSync(join(root, packed.filename));
  return { ...packed, file };
}

/**
 * @param {string} one - path of a file
 * @param {string} other - path of another
 */
function isSame(one, other) {
  return existsSync(other) && readFileSync(one).equals(readFileSync(other));
}

/** @param {string} tarball - its path */
function publish(tarball) {
  const access = ['--access', 'public'];
  if (isMeant) {
    run('npm', ['publish', tarball, '--provenance', ...access]);
    return;
  }
  // Provenance needs the identity of a CI job, so this dry run works without it.
  run('npm', ['publish', tarball, '--dry-run', '--ignore-scripts', ...access]);
  say('nothing was published. In CI, with a tag: npm run release -- --publish');
}

function readManifest() {
  return JSON.parse(readFileSync('package.json', 'utf8'));
}

/** @returns {{ name: string }[]} the packages that reach users */
function readBom() {
  const file = 'dist/sbom.cdx.json';
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).components : [];
}

/** @param {string} text - perhaps JSON */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {string} program - to run
 * @param {string[]} args - its arguments
 * @returns {string} what it prints
 */
function read(program, args, cwd = process.cwd()) {
  return execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

/**
 * @param {string} program - to run
 * @param {string[]} args - its arguments
 */
function run(program, args, cwd = process.cwd()) {
  say(`${program} ${args.join(' ')}`);
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Refusal(`${program} ${args[0]} failed.`);
}
