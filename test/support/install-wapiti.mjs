// Runs before `npm test`: finds Wapiti, the scanner of the attack tests, or installs the system's package
// (Debian or Ubuntu, as root or with sudo without a password).
import { findWapiti } from './find-wapiti.mjs';
import { installDebianPackages } from './system-packages.mjs';

const found = findWapiti() ?? installFromSystem();
if (found === undefined) {
  process.stderr.write(
    'The tests need Wapiti, and it could not be installed (the lines above say why).\n' +
      'Install it with your system, or set TAX_CONNECT_WAPITI to the path of it.\n',
  );
  process.exit(1);
}
process.stdout.write(`Scanner: Wapiti ${found.version}\n`);

function installFromSystem() {
  return installDebianPackages('wapiti') ? findWapiti() : undefined;
}
