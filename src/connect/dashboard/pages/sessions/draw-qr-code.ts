import { encode } from 'uqr';

/** A QR code as an SVG path, and the length of its sides in modules, which are the squares it consists of. */
export type Drawing = ReturnType<typeof drawQrCode>;

export function drawQrCode(text: string) {
  const { size, data } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { size, path };
}
