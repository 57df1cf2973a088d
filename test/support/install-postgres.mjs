// Runs before `npm test`: makes sure of a PostgreSQL server for the tests to start. Looks for one,
// else installs the system's (Debian or Ubuntu, as root or with sudo that asks for no password).
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
