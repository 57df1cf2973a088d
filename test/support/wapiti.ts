import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findWapiti } from './find-programs.mjs';

/** The modules that are run on every address. */
const scannerModules = ['xss', 'redirect', 'csp', 'crlf', 'cookieflags', 'http_headers'];

/** A finding of the scanner. */
export interface ScannerFinding {
  /** The category, named by the scanner. */
  readonly category: string;
  readonly path: string;
  readonly info: string;
  /** From 0, informational, to 4, critical. */
  readonly level: number;
}

/**
 * Runs Debian's Wapiti. It sends requests only to the scanned server, and leaves no files behind.
 *
 * @param urls - addresses to attack; the headers, policy and cookies of the first are checked
 * @returns the findings
 * @throws Error when it is not installed, or a module did not complete: an empty result would then prove
 *   nothing
 */
export async function scan(urls: readonly string[]): Promise<readonly ScannerFinding[]> {
  const [base = '', ...more] = urls;
  const folder = mkdtempSync(join(tmpdir(), 'wapiti-'));
  const report = join(folder, 'report.json');
  try {
    mkdirSync(join(folder, 'config'));
    // A module that is loaded but not used would otherwise download this file.
    writeFileSync(join(folder, 'config/apps.json'), '{}');
    const output = await run(folder, [
      ...['--url', base, ...more.flatMap((url) => ['--start', url])],
      // No links are followed, because the parser fails on links to built scripts.
      ...['--depth', '0', '--module', scannerModules.join(',')],
      // Addresses without a parameter get one.
      ...['--level', '2'],
      ...['--no-bugreport', '--endpoint', 'http://127.0.0.1:9/', '--timeout', '20'],
      ...['--store-session', folder, '--store-config', join(folder, 'config')],
      ...['--format', 'json', '--output', report],
    ]);
    assertComplete(output);
    return readReport(readFileSync(report, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(folder: string, args: readonly string[]): Promise<string> {
  const wapiti = findWapiti();
  if (!wapiti) throw new Error('Wapiti is not installed: npm test does that.');
  return new Promise((resolve, reject) => {
    const child = spawn(wapiti.path, args, {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder, LANG: 'C.UTF-8', PYTHONUNBUFFERED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000,
    });
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('close', (status) => {
      if (status === 0) resolve(output);
      else reject(new Error(`Wapiti ended with ${status}: ${output}`));
    });
  });
}

/**
 * Checks the output: the scanner prints the exception of a module and continues, and its exit code does not show
 * it.
 */
function assertComplete(output: string): void {
  const missing = scannerModules.filter((name) => !output.includes(`Launching module ${name}\n`));
  const isBroken = /File "|requests were skipped|Downloading from the web/.test(output);
  if (missing.length > 0 || isBroken) throw new Error(`Wapiti did not complete: ${output}`);
}

interface Report {
  readonly [kind: string]: Readonly<Record<string, readonly Entry[]>>;
}

interface Entry {
  readonly path: string;
  readonly info: string;
  readonly level: string | number;
}

/** Its anomalies are errors and time-outs that it has provoked. */
function readReport(text: string): readonly ScannerFinding[] {
  const report = JSON.parse(text) as Report;
  return ['vulnerabilities', 'anomalies', 'additionals'].flatMap((kind) =>
    Object.entries(report[kind] ?? {}).flatMap(([category, entries]) =>
      entries.map(({ path, info, level }) => ({ category, path, info, level: Number(level) })),
    ),
  );
}
