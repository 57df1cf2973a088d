import { createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { assertPortIsFree, readPort } from '../../demo/support/ports.mjs';

afterEach(() => vi.unstubAllEnvs());

describe('the TCP ports of npm start', () => {
  it.each(['0', '65536', '-1', '1.5', 'x'])('are refused when they are invalid: %s', (text) => {
    vi.stubEnv('CONNECT_PORT', text);
    expect(() => readPort('CONNECT_PORT', 4400)).toThrow(/^CONNECT_PORT must be a TCP port from 1/);
  });

  it('are checked before the start', async () => {
    await expect(assertPortIsFree('PORT', 0)).resolves.toBeUndefined();
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, () => resolve(Number(Object(server.address()).port)));
    });
    await expect(assertPortIsFree('PORT', port)).rejects.toThrow(/is taken.*with PORT\.$/);
    server.close();
  });
});
