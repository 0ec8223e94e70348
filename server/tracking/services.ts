import type { TrackingBinding } from '../platform/context.js';
import type { CsvUploads } from './csv/index.js';
import type { FlushQueue } from './ingest/index.js';
import type { VerdictLog } from './verdicts/index.js';

/**
 * Whether events of a product count toward a project (a bare UUID) at this moment: it is published and lists a tool to which the product
 * is linked (decisions §4, Rules of an event, and §5, Whose numbers). Adoption answers, app.ts hands it in.
 */
export type LinksProject = (
  product: Pick<TrackingBinding, 'organizationId' | 'productUuid'>,
  projectUuid: string,
) => Promise<boolean>;

declare module '../platform/context.js' {
  interface Services {
    csvUploads: CsvUploads;
    events: FlushQueue;
    linksProject: LinksProject;
    verdicts: VerdictLog;
  }
}
