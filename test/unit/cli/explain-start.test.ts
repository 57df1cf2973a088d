import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { parseCommandLine } from '../../../src/cli/command-line.ts';
import { explainStart } from '../../../src/cli/explain-start.ts';
import type { Config } from '../../../src/connect/service/config.ts';
import { explainStartError } from '../../../src/connect/service/explain-start-error.ts';
import { listenOn } from '../../../src/connect/service/http/listen-on.ts';

/** The error of a system that lets the program listen on no port. */
function createRefusal(code: string): Error {
  return Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen' });
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

it('says that a machine without IPv6 does not have the address of the service', () => {
  const config = { listenAddress: '::' } as Config;

  expect(explainStartError(createRefusal('EAFNOSUPPORT'), config)).toBe(
    'HOST: this machine does not have the address ::. Set HOST to an address that it has.',
  );
});

it.each([
  ['SQLITE_BUSY', /^DATA_DIR: .* Stop the other process/],
  ['SQLITE_FULL', /^DATA_DIR: .* Make room/],
  ['SQLITE_IOERR_WRITE', /^DATA_DIR: .* Name a folder/],
  ['EISDIR', /^DATA_DIR: .* Name a folder/],
])('names the setting of a file that cannot be opened, and what to do: %s', (code, expected) => {
  const error = Object.assign(new Error(code), { code });

  expect(explainStartError(error, { databaseFile: 'connect.sqlite' } as Config)).toMatch(expected);
});

it.each([
  [443, '1024 or above'],
  [4400, 'another one'],
])('says which port to set instead of %i', (listenPort, other) => {
  const config = { listenPort } as Config;

  expect(explainStartError(createRefusal('EACCES'), config)).toBe(
    `PORT: this user may not listen on ${listenPort}. Set PORT to ${other}.`,
  );
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
