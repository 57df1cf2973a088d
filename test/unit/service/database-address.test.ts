import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { readDatabaseSettings } from '../../../src/connect/service/database-settings.ts';
import { explainPostgres } from '../../../src/connect/service/explain-start-error.ts';

describe('the address of the database', () => {
  it.each([
    ['an unescaped #', 'postgres://u:se#cret@db/connect', /has a # .* %23/],
    ['several hosts', 'postgres://u:p@a:5432,b:5432/c?target_session_attrs=primary', /one host/],
    ['several hosts without ports', 'postgres://u:p@a,b/connect', /one host/],
    ['another scheme', 'mysql://u:p@db/connect', /postgres:\/\/ address/],
    ['an unescaped /', 'postgres://u:p/q@db/connect', /%2F/],
  ])('is refused with the reason, and without the password: %s', (_, address, reason) => {
    for (const name of ['DATABASE_URL', 'MIGRATION_DATABASE_URL']) {
      const read = () => readDatabaseSettings({ [name]: address });
      expect(read).toThrow(reason);
      expect(read).toThrow(name);
      expect(read).not.toThrow(/se#cret|u:p/);
    }
  });

  it('is explained when an escape in it stands for no character', () => {
    const text = explainPostgres(new URIError('URI malformed'), 'postgres://u:%ff@db/connect');
    expect(text).toMatch(/^DATABASE_URL .* %25/);
  });

  it('may have a comma in the password', () => {
    const address = 'postgres://u:a,b%23@db:5432/connect';
    expect(readDatabaseSettings({ DATABASE_URL: address }).databaseUrl).toBe(address);
  });
});

it.each(['"', "'", ''])('the address may stand in %s, as in a file of variables', (quote) => {
  const address = 'postgres://u:p%22@db:5432/connect';
  const variables = {
    DATABASE_URL: `${quote}${address}${quote}`,
    DATABASE_READ_URL: quote + quote,
  };
  expect(readDatabaseSettings(variables)).toMatchObject({
    databaseUrl: address,
    databaseReadUrl: undefined,
  });
});

it.each([
  'postgres://connect:p%40ss@/connect?host=/var/run/postgresql',
  'postgres:///connect?host=/var/run/postgresql',
  'postgres://connect@%2Fvar%2Frun%2Fpostgresql/connect',
])('a socket of this machine can be named as libpq allows: %s', (address) => {
  const { databaseUrl = '' } = readDatabaseSettings({ DATABASE_URL: address });
  const { host, database } = new Client({ connectionString: databaseUrl });

  expect({ host, database }).toEqual({ host: '/var/run/postgresql', database: 'connect' });
  expect(explainPostgres(Object.assign(new Error(), { code: '3D000' }), databaseUrl)).toMatch(
    /connect\)/,
  );
});

const fail = (code: string, message = '') => Object.assign(new Error(message), { code });

it('a statement that fails is not blamed on the address', () => {
  const error = Object.assign(fail('42P01', 'relation "x" does not exist'), { severity: 'ERROR' });
  expect(explainPostgres(error, 'postgres://u@db/connect')).toBeUndefined();
});

it.each([
  [fail('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), /self-signed.*NODE_EXTRA_CA/],
  [fail('SELF_SIGNED_CERT_IN_CHAIN'), /does not know.*NODE_EXTRA_CA/],
  [fail('28000', 'no pg_hba.conf entry for host "::1", no encryption'), /TLS.*sslmode/],
  [fail('28000', 'role "u" is not permitted to log in'), /refuses the user/],
  [fail('42501', 'permission denied for schema public'), /for schema public .*the owner/],
  [fail('57P03', 'starting up'), /starting up .* Start again when the database is ready/],
  [new Error('timeout expired'), /timeout expired .*, or correct the address/],
  [new Error('The server does not support SSL connections'), /not support SSL/],
])(
  'a database that refuses the connection is explained with the variable, the cause and the fix: %s',
  (error, expected) => {
    const text = explainPostgres(error, 'postgres://u:secret@db/connect', 'DATABASE_READ_URL');
    expect(text).toMatch(expected);
    expect(text).toMatch(/^DATABASE_READ_URL: .*db\/connect/);
    expect(text).not.toContain('secret');
  },
);
