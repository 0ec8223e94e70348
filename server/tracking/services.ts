import type { FlushQueue } from './event.flush.js';
import type { VerdictLog } from './verdict.log.js';

declare module '../platform/context.js' {
  interface Services {
    events: FlushQueue;
    verdicts: VerdictLog;
  }
}
