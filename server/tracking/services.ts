import type { CsvUploads } from './csv.upload.js';
import type { FlushQueue } from './event.flush.js';
import type { VerdictLog } from './verdict.log.js';

declare module '../platform/context.js' {
  interface Services {
    csvUploads: CsvUploads;
    events: FlushQueue;
    verdicts: VerdictLog;
  }
}
