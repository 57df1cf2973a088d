import { encode } from 'uqr';

/** A path in a square of `size` modules. */
export interface Drawing {
  readonly size: number;
  readonly path: string;
}

/** @returns the QR code of a text, with its quiet zone */
export function drawQrCode(text: string): Drawing {
  const { size, data } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { size, path };
}
