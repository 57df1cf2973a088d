import { readSetting, type SettingName, type Variables } from './basics/settings.ts';

/**
 * Reads the settings of the database from environment variables.
 *
 * @throws Error that names the variable and says which values it accepts
 */
export function readDatabaseSettings(environment: Variables) {
  const readUrl = (name: SettingName): string | undefined => {
    const text = nameHost(readSetting(environment, name));
    const fault = text === undefined ? undefined : findFault(text);
    if (fault === undefined) return text;
    // The value is not quoted, because it contains a password.
    throw new Error(`${name} ${fault}`);
  };
  const databaseUrl = readUrl('DATABASE_URL');
  const databaseReadUrl = readUrl('DATABASE_READ_URL');
  if (databaseReadUrl !== undefined && databaseUrl === undefined) {
    throw new Error('DATABASE_READ_URL is a read replica of DATABASE_URL, which is unset.');
  }
  return {
    databaseUrl,
    databaseReadUrl,
    migrationDatabaseUrl: readUrl('MIGRATION_DATABASE_URL'),
    migrateOnStart: readSwitch('MIGRATE_ON_START', readSetting(environment, 'MIGRATE_ON_START')),
  };
}

/**
 * Adds a host to an address with a user and none, as clouds write it for a socket: `postgres://user@/db?host=/path`.
 * The parameter takes precedence, but a URL with a user needs a host.
 *
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING
 */
function nameHost(address: string | undefined): string | undefined {
  return address?.replace(
    /^(postgres(?:ql)?:\/\/[^/?]*@)(?=\/[^?]*\?(?:.*&)?host=)/,
    '$1localhost',
  );
}

function findFault(address: string): string | undefined {
  const [, authority = ''] = /^postgres(?:ql)?:\/\/([^/?]*)/.exec(address) ?? [];
  if (address.includes('#')) return 'has a # that is not escaped. Write it as %23.';
  if (authority.slice(authority.lastIndexOf('@') + 1).includes(',')) {
    return 'must name one host. Name the one that accepts writes, or the address that follows it in a failover.';
  }
  if (!/^postgres(?:ql)?:\/\//.test(address)) return 'must be a postgres:// address, or unset.';
  return URL.canParse(address)
    ? undefined
    : 'is malformed. Write signs in the password by their codes, such as %2F for / and %3F for ?.';
}

function readSwitch(name: SettingName, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new Error(`${name} must be true or false; got ${JSON.stringify(text)}.`);
}
