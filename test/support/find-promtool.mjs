import { spawnSync } from 'node:child_process';

/** @returns {string | undefined} Prometheus's tool: TAX_CONNECT_PROMTOOL, or the one on the PATH; only if it runs */
export function findPromtool() {
  const path = process.env.TAX_CONNECT_PROMTOOL || 'promtool';
  const { status } = spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 60_000 });
  return status === 0 ? path : undefined;
}
