// Runs before `npm test`: downloads the releases of Node that `npx tax-connect` is tested with.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findNode } from './find-node.mjs';

const isComplete = () => findNode(22) !== undefined && findNode(24) !== undefined;
if (!isComplete()) {
  const cwd = fileURLToPath(new URL('./newer-node', import.meta.url));
  process.stdout.write('Installing Node 22 and 24 for the tests …\n');
  spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--no-update-notifier'], {
    cwd,
    stdio: 'inherit',
  });
}
if (!isComplete()) {
  process.stderr.write(
    'The tests need Node 22 and Node 24, and they could not be installed (the lines above say why).\n',
  );
  process.exit(1);
}
