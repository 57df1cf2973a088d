import { spawnSync } from 'node:child_process';

/**
 * @returns {{ path: string, version: string } | undefined} the web scanner: TAX_CONNECT_WAPITI, or
 *   the one on the PATH; only if it runs
 */
export function findWapiti() {
  const path = process.env.TAX_CONNECT_WAPITI || 'wapiti';
  // Standard output also has a banner around the version, which differs in each release.
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  const [version] = /\d+\.\d+\.\d+/.exec(stdout ?? '') ?? [];
  return status === 0 && version ? { path, version } : undefined;
}
