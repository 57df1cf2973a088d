import type { Config } from './config.ts';
import { isFolderCode } from './store/folder-errors.ts';
import { isStoreUnavailable, readErrorCode } from './store/transactions.ts';

const refusedByPostgres: Readonly<Record<string, string>> = {
  '28P01': 'the database refuses the user or the password in it',
  '28000': 'the database refuses the user in it',
  '3D000': 'the server has no database of the name in it',
};

/** The remedies for a file that this user may write to. */
const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'Make room on its disk.',
  SQLITE_BUSY: 'Stop the other process that uses it.',
  SQLITE_CORRUPT: 'Restore it from a backup.',
  SQLITE_FULL: 'Make room on its disk.',
  SQLITE_IOERR: 'Check its disk, which must be a local one.',
  SQLITE_LOCKED: 'Stop the other process that uses it.',
  SQLITE_NOTADB: 'Restore it from a backup, or name another folder.',
  SQLITE_PROTOCOL: 'Stop the other process that uses it.',
};

/** Node's error codes for certificates that it does not trust. */
const distrusted: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'is from an authority that this machine does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is from an authority that this machine does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is from an authority that this machine does not know',
};

/** Explains to the operator why the service did not start: the variable, what is wrong, and what to do. */
export function explainStartError(error: unknown, config: Config | undefined): string {
  // "localhost" has two addresses, so a failed connection has an error for each of them.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  return explainCode(first, config) ?? first.message;
}

function explainCode(error: Error, config: Config | undefined): string | undefined {
  const code = String(readErrorCode(error) ?? '');
  const syscall = 'syscall' in error ? error.syscall : undefined;
  if (code === 'EADDRINUSE') {
    return `PORT: ${config?.listenPort} is taken. Stop the program that uses it, or set PORT to a free one.`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    // Windows also refuses ports above 1024, which it has reserved for virtual machines.
    const other = (config?.listenPort ?? 0) < 1024 ? '1024 or above' : 'another one';
    return `PORT: this user may not listen on ${config?.listenPort}. Set PORT to ${other}.`;
  }
  // Without IPv6, the code for every IPv6 address is EAFNOSUPPORT.
  if ((code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') && syscall === 'listen') {
    return `HOST: this machine does not have the address ${config?.listenAddress}. Set HOST to an address that it has.`;
  }
  if (
    syscall === 'getaddrinfo' &&
    'hostname' in error &&
    error.hostname === config?.listenAddress
  ) {
    return `HOST: the name ${config?.listenAddress} has no address on this machine. Correct it, or set HOST to an IP address.`;
  }
  if (config?.databaseUrl !== undefined) return explainPostgres(error, config.databaseUrl);
  return isFolderCode(code) ? explainFile(error, code, config?.databaseFile) : undefined;
}

function explainFile({ message }: Error, code: string, file = ''): string {
  // Some codes end with a detail, such as SQLITE_BUSY_RECOVERY.
  const [primaryCode = code] = /^SQLITE_[A-Z]+/.exec(code) ?? [];
  const remedy = remedies[primaryCode] ?? 'Name a folder that this user may write to.';
  return `DATA_DIR: ${file} cannot be opened (${message}). ${remedy}`;
}

/** Explains an error of a PostgreSQL connection, without the address's password. Undefined if unknown. */
export function explainPostgres(
  error: Error,
  databaseUrl: string,
  variable = 'DATABASE_URL',
): string | undefined {
  if (error instanceof URIError) return `${variable} has a % that is not escaped. Write it as %25.`;
  const code = String(readErrorCode(error) ?? '');
  const { host, pathname } = new URL(databaseUrl);
  const about = `${host}${pathname}`;
  const distrust = distrusted[code];
  if (distrust) {
    return `${variable}: the certificate of the database ${distrust} (${about}). Set NODE_EXTRA_CA_CERTS to the file of its authority, or of the certificate itself.`;
  }
  if (code === '28000' && error.message.includes('no encryption')) {
    return `${variable}: the database demands TLS (${about}). Add sslmode=verify-full to the address.`;
  }
  // Since PostgreSQL 15, only the owner of a database may create tables in it.
  if (code === '42501') {
    return `${variable}: ${error.message} (${about}). Grant its user the right, or make it the owner of the database.`;
  }
  const refusal = refusedByPostgres[code];
  if (refusal) return `${variable}: ${refusal} (${about}). Correct it, or change the database.`;
  const syscall = 'syscall' in error ? error.syscall : undefined;
  if (syscall === 'connect' || syscall === 'getaddrinfo') {
    return `${variable}: no database answers at ${about} (${code}). Start it, or correct the address.`;
  }
  if (!isStoreUnavailable(error)) return undefined;
  return `${variable}: ${error.message} (${about}). Start again when the database is ready, or correct the address.`;
}
