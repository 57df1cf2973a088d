// Runs before `npm test`: finds PostgreSQL for the tests, or installs the system's package (Debian or
// Ubuntu, as root or with sudo without a password).
import { findPostgres } from './find-postgres.mjs';
import { installDebianPackages } from './system-packages.mjs';

const found = findPostgres() ?? installFromSystem();
if (found === undefined) {
  process.stderr.write(
    'The tests need PostgreSQL, and it could not be installed (the lines above say why).\n' +
      'Install it with your system, or set TAX_CONNECT_POSTGRES to the folder of initdb.\n',
  );
  process.exit(1);
}
process.stdout.write(`PostgreSQL: ${found}\n`);

function installFromSystem() {
  return installDebianPackages('postgresql') ? findPostgres() : undefined;
}
