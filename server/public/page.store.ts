import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Compressed, Encoding } from './encoding.js';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Above this, compressing takes longer than what it saves. */
const BROTLI_QUALITY = 5;
const PAGES_MAX = 1_000;
const BYTES_MAX = 32 * 1024 * 1024;

/** A page in one encoding; the tag is of these very bytes, so that it is a strong one. */
export interface StoredPage {
  readonly body: Buffer;
  readonly etag: string;
}

/** Stores pages by everything that decides them, so that a page is drawn and compressed once for all who ask for it. */
export interface PageStore {
  read(decidedBy: readonly unknown[], encoding: Encoding, draw: () => string): Promise<StoredPage>;
}

export function openPageStore(): PageStore {
  const stored = new LRUCache<string, StoredPage>({
    max: PAGES_MAX,
    maxSize: BYTES_MAX,
    sizeCalculation: ({ body }) => body.length + 1,
  });
  const keep = (key: string, body: Buffer): StoredPage => {
    const page = { body, etag: `"${digest(body)}"` };
    stored.set(key, page);
    return page;
  };
  return {
    async read(decidedBy, encoding, draw) {
      const key = digest(JSON.stringify(decidedBy));
      const known = stored.get(`${key} ${encoding}`);
      if (known) return known;
      const plain = stored.get(`${key} identity`) ?? keep(`${key} identity`, Buffer.from(draw()));
      if (encoding === 'identity') return plain;
      return keep(`${key} ${encoding}`, await compress[encoding](plain.body));
    },
  };
}

const compress: Record<Compressed, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => zip(body),
};

const digest = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('base64url');
