/** The largest logo, in bytes. */
export const maxLogoBytes = 48 * 1024;
const [leastSide, mostSide] = [32, 512];

export interface LogoFacts extends Pick<Header, 'type'> {
  /** Width and height, which are equal, in pixels. */
  readonly side: number;
}

interface Header {
  readonly type: 'png' | 'webp';
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
}

/** Returns facts about a picture, or why it cannot be a logo. SVG is not accepted, because it is a document. */
export function checkLogo(bytes: Uint8Array): LogoFacts | string {
  if (bytes.length > maxLogoBytes) return 'A logo has at most 48 kB.';
  const header = readPng(bytes) ?? readWebp(bytes);
  if (!header) return 'A logo is a PNG or WebP picture.';
  const { type, width, height, isAnimated } = header;
  if (isAnimated) return 'A logo is a still picture, without animation.';
  if (width !== height) return `A logo is square; this one has ${width} × ${height} pixels.`;
  if (width < leastSide || width > mostSide) {
    return `A logo has ${leastSide} to ${mostSide} pixels on each side; this one has ${width}.`;
  }
  return { type, side: width };
}

const pngSignature = '\x89PNG\r\n\x1a\n';

/** Reads all chunks, so that no other data is hidden behind them. @see https://www.w3.org/TR/png-3/#5Chunk-layout */
function readPng(bytes: Uint8Array): Header | undefined {
  if (readText(bytes, 0, 8) !== pngSignature || readText(bytes, 12, 4) !== 'IHDR') return undefined;
  const view = createView(bytes);
  let isAnimated = false;
  let offset = 8;
  while (offset + 12 <= bytes.length) {
    const type = readText(bytes, offset + 4, 4);
    if (type === 'acTL') isAnimated = true;
    offset += 12 + view.getUint32(offset);
    if (type === 'IEND') break;
    if (type === '') return undefined;
  }
  const isWhole = offset === bytes.length && readText(bytes, offset - 8, 4) === 'IEND';
  if (!isWhole) return undefined;
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20), isAnimated };
}

/** Reads any of WebP's three formats. @see https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(bytes: Uint8Array): Header | undefined {
  if (bytes.length < 30 || readText(bytes, 0, 4) !== 'RIFF') return undefined;
  const view = createView(bytes);
  if (readText(bytes, 8, 4) !== 'WEBP' || view.getUint32(4, true) + 8 !== bytes.length) {
    return undefined;
  }
  const common = { type: 'webp', isAnimated: false } as const;
  const readUint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (readText(bytes, 12, 4)) {
    case 'VP8X':
      return {
        type: 'webp',
        width: readUint24(24) + 1,
        height: readUint24(27) + 1,
        isAnimated: (view.getUint8(20) & 2) !== 0,
      };
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return undefined;
      const bits = view.getUint32(21, true);
      return { ...common, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ': {
      if (readUint24(23) !== 0x2a019d) return undefined;
      const readSide = (at: number) => view.getUint16(at, true) & 0x3fff;
      return { ...common, width: readSide(26), height: readSide(28) };
    }
    default:
      return undefined;
  }
}

function createView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function readText(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}
