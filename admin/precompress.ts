import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The files that gain from compression; pictures and fonts are compressed already. */
const TEXT = /\.(?:js|css|svg|json|html)$/;
/** A smaller file costs more to ask for than to send. */
const BYTES_MIN = 1_024;

/** Puts a Brotli and a gzip form beside every asset, so that none is compressed while a user waits for it. */
export const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const files = Object.values(bundle).filter(
        ({ fileName }) => TEXT.test(fileName) && fileName.startsWith('assets/'),
      );
      for (const file of files) {
        const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (source.length < BYTES_MIN) continue;
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: await brotli(source, quality) });
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: await zip(source, { level: 9 }) });
      }
    },
  },
};
