import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { parseCommandLine } from '../../../src/cli/command-line.ts';
import { explainStart } from '../../../src/cli/explain-start.ts';
import type { Config } from '../../../src/connect/service/config.ts';
import { explainStartError } from '../../../src/connect/service/explain-start-error.ts';
import { listenOn } from '../../../src/connect/service/http/listen-on.ts';

/** The error of a system that refuses a call, by default to listen on a port. */
function createRefusal(code: string, syscall = 'listen'): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

/** The sandbox cannot listen. @returns its message */
function explain(code: string, ...words: readonly string[]): string {
  const command = parseCommandLine(['dev', ...words]);
  if (command.name !== 'dev') throw new Error('This is no command of the sandbox.');
  return (explainStart(createRefusal(code), command.options) as Error).message;
}

describe('a sandbox that cannot listen', () => {
  it('says that the port is refused, and not the folder', () => {
    expect(explain('EACCES', '--port', '81', '--data-dir', 'data')).toBe(
      'This user may not listen on port 81. Let the sandbox choose a free port: npx tax-connect dev --port 0',
    );
  });

  it.each(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])('names the option of the address for %s', (code) => {
    expect(explain(code, '--host', '2001:db8::1')).toBe(
      '--host: this machine does not have the address "2001:db8::1".',
    );
  });

  it('shows any other error as it is', () => {
    expect(explain('EMFILE')).toBe('listen EMFILE');
  });
});

it.each([
  ['listen', 'EAFNOSUPPORT', 443, /^HOST: this machine does not have the address ::\. Set HOST/],
  ['listen', 'EACCES', 443, /^PORT: this user may not listen on 443\. Set PORT to 1024 or above/],
  ['listen', 'EACCES', 4400, /^PORT: .* on 4400\. Set PORT to another one/],
  ['', 'SQLITE_BUSY_RECOVERY', 443, /^DATA_DIR: c\.sqlite .* Stop the other process/],
  ['', 'SQLITE_PROTOCOL', 443, /^DATA_DIR: .* Stop the other process/],
  ['', 'SQLITE_IOERR_WRITE', 443, /^DATA_DIR: .* Check its disk/],
  ['open', 'ENOSPC', 443, /^DATA_DIR: .* Make room/],
  ['open', 'EISDIR', 443, /^DATA_DIR: .* Name a folder/],
])('a service that cannot start names the setting and the fix: %s %s', (...row) => {
  const [syscall, code, listenPort, expected] = row;
  const config = { listenAddress: '::', listenPort, databaseFile: 'c.sqlite' } as Config;

  expect(explainStartError(createRefusal(code, syscall), config)).toMatch(expected);
});

it('tries another free port if Windows has reserved the first one', async () => {
  const server = createServer();
  const tries = vi.spyOn(server, 'listen').mockImplementationOnce(() => {
    queueMicrotask(() => server.emit('error', createRefusal('EACCES')));
    return server;
  });

  const bound = await listenOn(server, 0, 'localhost');
  server.close();
  await bound.closeOthers();

  expect(bound).toMatchObject({ listenPort: expect.any(Number), isLoopback: true });
  expect(tries).toHaveBeenCalledTimes(2);
});
