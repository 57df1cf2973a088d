import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./newer-node', import.meta.url));

/**
 * @param {22 | 24} major - 22: the oldest with a driver for SQLite; 24: the newest supported version
 * @returns {string | undefined} its program; the current one, if it has this version
 */
export function findNode(major) {
  const file = `${folder}/node_modules/node-${major}-${process.platform}-${process.arch}/bin/node`;
  if (existsSync(file)) return file;
  return Number(process.versions.node.split('.')[0]) === major ? process.execPath : undefined;
}
