// Runs before `npm run test:long`: finds promtool, which evaluates the alert rules, or installs the system's package
// (Debian or Ubuntu, as root or with sudo without a password).
import { findPromtool } from './find-promtool.mjs';
import { installDebianPackages } from './system-packages.mjs';

const path = findPromtool() ?? installFromSystem();
if (path === undefined) {
  process.stderr.write(
    'The tests need promtool, and it could not be installed (the lines above say why).\n' +
      'Install Prometheus with your system, or set TAX_CONNECT_PROMTOOL to the path of promtool.\n',
  );
  process.exit(1);
}
process.stdout.write(`Alert rules: ${path}\n`);

function installFromSystem() {
  return installDebianPackages('prometheus') ? findPromtool() : undefined;
}
