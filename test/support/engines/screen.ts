import { spawn } from 'node:child_process';

/** A virtual display. */
export interface Screen {
  /** For the environment variable `DISPLAY`. */
  readonly display: string;
  close(): void;
}

/**
 * Starts Xvfb on the first free display number.
 *
 * @returns the display, whose `close` must be called
 * @throws Error when it does not start
 */
export function startScreen(): Promise<Screen> {
  // Xvfb writes the number to a pipe, file descriptor 3.
  const child = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  return new Promise((resolve, reject) => {
    let written = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      written += chunk;
      if (written.includes('\n')) {
        resolve({ display: `:${written.trim()}`, close: () => void child.kill() });
      }
    });
  });
}
