// Runs before tests and checks: installs the packages that only they need. They are in `test/packages`, so that
// `npm start` does not install them. The link lets every file below `test/` import them by name.
import { existsSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installMissingPackages } from '../../src/build/install-packages.mjs';

installMissingPackages(fileURLToPath(new URL('../packages', import.meta.url)));
const link = fileURLToPath(new URL('../node_modules', import.meta.url));
if (!existsSync(link)) symlinkSync('packages/node_modules', link, 'dir');
