import type { Methods } from './binding.js';
import { isRecord } from './problem.js';
import { readDocument } from './request.js';

/** A file of a client, as the gateway serves it. */
export interface ClientFile {
  readonly id: string;
  /** The name of its package, such as `@dai/node`. */
  readonly name: string;
  readonly file: string;
  readonly url: string;
  readonly sha256: string;
}

/** The clients that the gateway serves: a published document, and no operation of the schema. */
export const clientFileRecords: Record<string, Methods> = {
  'client-files': {
    getList: async ({ signal }) => {
      const body = await readDocument('/clients/index.json', signal);
      const clients = isRecord(body) && Array.isArray(body.clients) ? body.clients.filter(isRecord) : [];
      return { data: clients.map((one) => ({ ...one, id: String(one.file) })), total: clients.length };
    },
  },
};
