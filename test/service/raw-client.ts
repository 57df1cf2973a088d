import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A client on this machine that has sent this text. It reads nothing before it is told to, and its connection ends with
 * the test at the latest.
 */
export async function openClient(port: number, text: string, { allowHalfOpen = false } = {}) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  onTestFinished(() => void socket.destroy());
  socket.pause();
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
  });
  const ended = new Promise<string>((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    socket.on('end', () => resolve('whole'));
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  if (text) socket.write(text);
  return {
    socket,
    startReading: () => socket.resume(),
    /** Everything that it has read. */
    readText: () => received,
    /** The code of the error that ends the connection, or `whole`. */
    ended,
  };
}

export type RawClient = Awaited<ReturnType<typeof openClient>>;
