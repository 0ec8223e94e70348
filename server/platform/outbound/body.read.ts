import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { FetchRefused } from './fetch.refused.js';

export interface BodyBounds {
  /** Bytes of the body as it travels, and of its decompressed form. */
  readonly bytesMax: number;
  /** Refuses what isn't text: of the types any `text/…` but HTML, and without a type only bytes that are text. */
  readonly textOnly?: boolean;
  /** Ends the reading once what came so far is enough: a stream of events may stay open after the answer. */
  readonly isEnough?: (soFar: string) => boolean;
}

/** A coding inside another, zstd and everything else that isn't here is refused. */
const DECODERS = new Map<string, (bytes: Buffer, options: DecodeOptions) => Promise<Buffer>>([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

interface DecodeOptions {
  readonly maxOutputLength: number;
  readonly rejectGarbageAfterEnd: true;
}

/** Reads the body of an answer within its bounds and takes one compression off; throws a FetchRefused. */
export async function readBody(
  answer: IncomingMessage,
  { bytesMax, textOnly = false, isEnough }: BodyBounds,
): Promise<Buffer> {
  const { 'content-type': type = '', 'content-encoding': encoding, 'content-length': announced } = answer.headers;
  if (textOnly && type !== '' && !isTextType(type)) throw new FetchRefused('not_text');
  if (Number(announced ?? 0) > bytesMax) throw new FetchRefused('too_large');
  const body = await decoded(await collected(answer, bytesMax, isEnough), encoding, bytesMax);
  if (textOnly && type === '' && !isText(body)) throw new FetchRefused('not_text');
  return body;
}

async function collected(
  answer: IncomingMessage,
  bytesMax: number,
  isEnough?: (soFar: string) => boolean,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer) {
    length += (chunk as Buffer).length;
    if (length > bytesMax) throw new FetchRefused('too_large');
    chunks.push(chunk as Buffer);
    if (isEnough?.(Buffer.concat(chunks).toString('utf8'))) break;
  }
  return Buffer.concat(chunks);
}

async function decoded(bytes: Buffer, encoding: string | undefined, bytesMax: number): Promise<Buffer> {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return bytes;
  const decode = DECODERS.get(encoding.toLowerCase());
  if (!decode) throw new FetchRefused('bad_encoding');
  try {
    return await decode(bytes, { maxOutputLength: bytesMax, rejectGarbageAfterEnd: true });
  } catch (error) {
    const tooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new FetchRefused(tooLarge ? 'too_large' : 'bad_encoding', error);
  }
}

function isTextType(header: string): boolean {
  const type = header.split(';', 1).join('').trim().toLowerCase();
  return /^text\/[\w.+-]+$/.test(type) && type !== 'text/html';
}

/** UTF-8 without the control characters that no text file holds. */
const isText = (bytes: Buffer): boolean =>
  isUtf8(bytes) && !bytes.some((byte) => (byte < 0x20 && (byte < 0x09 || byte > 0x0d)) || byte === 0x7f);
