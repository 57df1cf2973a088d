// Runs before the long run: finds PgBouncer for the tests, or installs the system's package (Debian or
// Ubuntu, as root or with sudo without a password).
import { findPgBouncer } from './find-pgbouncer.mjs';
import { installDebianPackages } from './system-packages.mjs';

const found = findPgBouncer() ?? installFromSystem();
if (found === undefined) {
  process.stderr.write(
    'The tests need PgBouncer, and it could not be installed (the lines above say why).\n' +
      'Install it with your system, or set TAX_CONNECT_PGBOUNCER to the program.\n',
  );
  process.exit(1);
}
process.stdout.write(`PgBouncer: ${found}\n`);

function installFromSystem() {
  return installDebianPackages('pgbouncer') ? findPgBouncer() : undefined;
}
