// Runs before `npm run test:long`: finds nginx, which tries the configuration of the operator's guide, or installs the
// system's package (Debian or Ubuntu, as root or with sudo without a password).
import { findNginx } from './find-nginx.mjs';
import { installDebianPackages } from './system-packages.mjs';

const path = findNginx() ?? installFromSystem();
if (path === undefined) {
  process.stderr.write(
    'The tests need nginx, and it could not be installed (the lines above say why).\n' +
      'Install it with your system, or set TAX_CONNECT_NGINX to the path of it.\n',
  );
  process.exit(1);
}
process.stdout.write(`Proxy: ${path}\n`);

function installFromSystem() {
  return installDebianPackages('nginx') ? findNginx() : undefined;
}
