import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A virtual display. */
export interface Screen {
  /** For the environment variable `DISPLAY`. */
  readonly display: string;
  /** @returns one number for each pixel of the whole display */
  takePicture(): Uint32Array;
  close(): void;
}

/**
 * Starts Xvfb on the first free display number.
 *
 * @returns the display, whose `close` must be called
 * @throws Error when it does not start
 */
export function startScreen(): Promise<Screen> {
  const folder = mkdtempSync(join(tmpdir(), 'screen-'));
  // Xvfb writes the number to a pipe, file descriptor 3, and its pixels to a file.
  const child = spawn(
    'Xvfb',
    [
      '-displayfd',
      '3',
      '-screen',
      '0',
      '1280x900x24',
      '-fbdir',
      folder,
      '-nolisten',
      'tcp',
      '-noreset',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  return new Promise((resolve, reject) => {
    let written = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      written += chunk;
      if (written.includes('\n')) {
        resolve({
          display: `:${written.trim()}`,
          takePicture: () => readPixels(join(folder, 'Xvfb_screen0')),
          close() {
            child.once('exit', () => rmSync(folder, { recursive: true }));
            child.kill();
          },
        });
      }
    });
  });
}

/** Reads a window dump of X: a header that begins with its own size, colours of 12 bytes each, and the pixels. */
function readPixels(file: string): Uint32Array {
  const dump = readFileSync(file);
  const [headerSize, colourCount] = [dump.readUInt32BE(0), dump.readUInt32BE(19 * 4)];
  return new Uint32Array(new Uint8Array(dump.subarray(headerSize + colourCount * 12)).buffer);
}
