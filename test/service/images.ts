import { crc32, deflateSync } from 'node:zlib';

/** @returns a chunk of a PNG, see https://www.w3.org/TR/png-3/#5Chunk-layout */
function createChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * @param width - in pixels
 * @param height - in pixels
 * @param more - further chunks before the picture, by type
 * @returns a PNG in one colour
 */
export function createPng(width: number, height = width, more: readonly string[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, '0f766e', 'hex')]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    signature,
    createChunk('IHDR', header),
    ...more.map((type) => createChunk(type, Buffer.alloc(8))),
    createChunk('IDAT', pixels),
    createChunk('IEND', new Uint8Array()),
  ]);
}

/** @returns the start of a WebP with this chunk; https://developers.google.com/speed/webp/docs/riff_container */
function createWebp(type: 'VP8 ' | 'VP8L' | 'VP8X', data: Uint8Array): Buffer {
  const [size, length] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32LE(data.length);
  const body = Buffer.concat([Buffer.from(`WEBP${type}`, 'latin1'), length, data]);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), size, body]);
}

/** A lossless WebP of this size, as far as its header says. */
export function createLosslessWebp(width: number, height = width): Buffer {
  const data = Buffer.alloc(10);
  data[0] = 0x2f;
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  return createWebp('VP8L', data);
}

/** An extended WebP of this size, as far as its header says. */
export function createExtendedWebp(size: number, flags = 0): Buffer {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(size - 1, 4, 3);
  data.writeUIntLE(size - 1, 7, 3);
  return createWebp('VP8X', data);
}
