import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @returns {string | undefined} the program: TAX_CONNECT_NGINX, or one on the PATH or where Debian has it */
export function findNginx() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].filter(Boolean);
  return [
    process.env.TAX_CONNECT_NGINX ?? '',
    ...folders.map((folder) => join(folder, 'nginx')),
  ].find((file) => file !== '' && existsSync(file));
}
