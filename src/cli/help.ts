import { listSettings } from '../connect/service/basics/settings.ts';
import { describeDevOptions } from './dev-options.ts';

const all = `tax-connect: the Connect service on your machine

Usage
  npx tax-connect dev [options] [-- command …]   a sandbox for development and tests
  npx tax-connect serve                          the production service
  npx tax-connect migrate [options]              brings the tables of PostgreSQL up to date
  npx tax-connect doctor                         what is wrong or risky before it starts
  npx tax-connect reseal                         moves what is encrypted to the first key
  npx tax-connect sbom                           the packages that are bundled, for an auditor
  npx tax-connect <command> --help               the options of a command
  npx tax-connect --version
`;

const dev = `npx tax-connect dev [options] [-- command …]

Starts a Connect service on http://localhost:4400, in memory, with one test application.
Prints its addresses, its credentials and the test logins. Ctrl+C stops it.

Options
${describeDevOptions()}

With a command
  The service runs as long as the command, and ends with its exit code. The command gets
  CONNECT_BASE_URL, CONNECT_URL, CONNECT_CLIENT_ID and CONNECT_CLIENT_SECRET in its environment; with
  --webhook also CONNECT_WEBHOOK_SECRET.

Examples
  npx tax-connect dev
  npx tax-connect dev --port 0 -- npm test
  npx tax-connect dev --webhook http://localhost:3000/hooks -- node server.js
`;

const serve = `npx tax-connect serve

Starts the production service. It is configured by its environment:

${listSettings().map(describeSetting).join('\n')}

Tables of PostgreSQL are created and brought up to date by npx tax-connect migrate, those of the embedded database
by the start. npx tax-connect doctor says what is wrong or risky with these.

The operator's guide is at /docs/self-hosting of the service. Configurations for Docker, systemd,
nginx, PgBouncer and Prometheus are in node_modules/tax-connect/dist/connect/deploy.
`;

const migrate = `npx tax-connect migrate [options]

Creates the tables of PostgreSQL, and brings older ones up to date while services use them. An upgrade takes three
steps, and no request waits for any of them longer than half a second:

  1. npx tax-connect migrate            the new version adds what it needs; the old one goes on serving
  2. replace every process by the new version, one after the other
  3. npx tax-connect migrate --finish   removes what only the old version needed

Run it again after an error or a crash: it goes on where it stopped. Two runs at once take turns, and one waits for the
other for ten minutes at most. The embedded database needs none of this.

Options
  --finish     step 3; the old version cannot start afterwards
  --dry-run    only print what is missing
  -h, --help   show this

Environment
  MIGRATION_DATABASE_URL  postgres://… of the server itself, no pooler, and of the role that owns the tables
                          (default: DATABASE_URL)
`;

const doctor = `npx tax-connect doctor

Looks at the environment as serve would, and prints what is wrong or risky: variables, addresses, TLS, keys, the
database, the clock, the disk, permissions and live applications. It changes nothing and prints no secret.

The exit code is 1 when serve would not start, else 0. The variables are those of serve:
npx tax-connect serve --help
`;

const reseal = `npx tax-connect reseal

Moves every grant and webhook secret to the first key of GRANT_KEY, and prints how many values each key seals before
and after. It is safe while serve runs. Stop it at any time; it continues when you run it again.

The exit code is 1 while another key still seals something, else 0. The variables are those of serve:
npx tax-connect serve --help
`;

const sbom = `npx tax-connect sbom

Prints the bill of materials as JSON (CycloneDX 1.6): every package whose code is bundled, with its version and
license. npm sbom and npm audit cannot see these. The file is dist/sbom.cdx.json of the package.
`;

export const helpTexts = { all, dev, serve, migrate, doctor, reseal, sbom };

type Listed = ReturnType<typeof listSettings>[number];

function describeSetting({ name, text, standard, otherwise = standard }: Listed): string {
  const ending = otherwise === undefined ? '' : ` (default: ${otherwise})`;
  return `  ${name.padEnd(22)} ${text}${ending}`;
}
