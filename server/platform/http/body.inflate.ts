import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { Fault } from '../fault.js';

interface Bounds {
  readonly maxOutputLength: number;
  readonly chunkSize: number;
}

/** 8 MiB, as RFC 9659 wants it: a frame may ask for sixteen times as much. */
const zstdParams = { [constants.ZSTD_d_windowLogMax]: 23 };

const DECODERS = new Map<string, (packed: Buffer, bounds: Bounds) => Promise<Buffer>>([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', (packed, bounds) => promisify(zstdDecompress)(packed, { ...bounds, params: zstdParams })],
]);

/**
 * The decoder fills a window before it hands on a byte, and a frame of some bytes may ask for 16 MiB. This is what encoders take by default;
 * a file of a body's length needs no larger one.
 */
const BROTLI_WINDOW_BITS_MAX = 22;

/** How many bits of window a brotli stream asks for, by its first byte (RFC 7932, 9.1); infinite where it asks beyond the format. */
export function brotliWindowBits(first: number): number {
  if ((first & 1) === 0) return 16;
  const high = (first >> 1) & 7;
  if (high !== 0) return 17 + high;
  const low = (first >> 4) & 7;
  if (low === 0) return 17;
  return low === 1 ? Number.POSITIVE_INFINITY : 8 + low;
}

/** Each piece waits for a thread that passwords are hashed on, too: a piece of 16 KiB, as the library takes it, would wait 128 times. */
const PIECE_BYTES = 256 * 1024;

/**
 * Reads a compressed body: no more than the limit as it travels, and no more than the limit of what it unfolds to. Throws a Fault; what is
 * still under way is let go then, so that the sender gets to read the answer.
 */
export async function inflateBody(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const decode = DECODERS.get(encodingOf(req));
  if (!decode) {
    req.resume();
    throw new Fault('UNSUPPORTED_MEDIA_TYPE', { say: 'This Content-Encoding is not supported.' });
  }
  const packed = await collectBody(req, limitBytes);
  if (packed.length === 0) return packed;
  if (encodingOf(req) === 'br' && brotliWindowBits(packed[0] ?? 0) > BROTLI_WINDOW_BITS_MAX)
    throw new Fault('UNSUPPORTED_MEDIA_TYPE', { say: 'A brotli body may use a window of 4 MiB (22 bits) at most.' });
  try {
    return await decode(packed, { maxOutputLength: limitBytes, chunkSize: Math.min(limitBytes + 1, PIECE_BYTES) });
  } catch (error) {
    if (error instanceof RangeError) throw new Fault('PAYLOAD_TOO_LARGE');
    throw new Fault('MALFORMED_JSON', { say: 'The body does not match its Content-Encoding.' });
  }
}

/** True for a body that is sent compressed. */
export const isPacked = (req: IncomingMessage): boolean => encodingOf(req) !== 'identity';

const encodingOf = ({ headers }: IncomingMessage): string => (headers['content-encoding'] ?? 'identity').toLowerCase();

function collectBody(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const settle = (settled: () => void): void => {
      req.off('data', take).off('end', ended).off('error', endedEarly).off('close', endedEarly);
      settled();
    };
    const refuse = (fault: Fault): void =>
      settle(() => {
        req.on('error', () => undefined).resume();
        reject(fault);
      });
    const take = (piece: Buffer): void => {
      length += piece.length;
      if (length > limitBytes) refuse(new Fault('PAYLOAD_TOO_LARGE'));
      else pieces.push(piece);
    };
    const ended = (): void => settle(() => resolve(Buffer.concat(pieces)));
    const endedEarly = (): void => refuse(new Fault('MALFORMED_JSON', { say: 'The body ended early.' }));
    req.on('data', take).once('end', ended).once('error', endedEarly).once('close', endedEarly);
    if (req.destroyed) endedEarly(); // it was closed before, and says so no more
  });
}
