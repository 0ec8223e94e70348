import type { AccountsParts } from '../accounts/index.js';
import type { Opened, Platform, RequestContext, TrackingBinding } from '../platform/context.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import { type CsvUploads, openCsvUploads } from './csv/index.js';
import { type FlushQueue, openFlushQueue } from './ingest/index.js';
import { openVerdictLog, type VerdictLog } from './verdicts/index.js';

/**
 * Whether events of a product count toward a project (a bare UUID) at this moment: it is published and lists a tool to which the product
 * is linked (decisions §4, Rules of an event, and §5, Whose numbers). The adoption domain answers.
 */
export type LinksProject = (
  product: Pick<TrackingBinding, 'organizationId' | 'productUuid'>,
  projectUuid: string,
) => Promise<boolean>;

/** The parts that tracking keeps in the process for its operations. */
export interface TrackingParts {
  readonly csvUploads: CsvUploads;
  readonly events: FlushQueue;
  readonly linksProject: LinksProject;
  readonly verdicts: VerdictLog;
}

export type TrackingContext = RequestContext<TrackingParts & AccountsParts>;

export interface TrackingDeps {
  readonly platform: Pick<Platform, 'clock' | 'log' | 'em'>;
  /** The address for the hot path's own connections. */
  readonly databaseUrl: string;
  readonly metrics: Metrics;
  readonly accounts: AccountsParts;
  readonly linksProject: LinksProject;
}

/** Opens the queue of events, the log of verdicts and the places for CSV files; closing answers and writes what waits. */
export async function openTracking(deps: TrackingDeps): Promise<Opened<TrackingParts>> {
  const { platform, databaseUrl, metrics, accounts, linksProject } = deps;
  const { clock, log, em } = platform;
  const verdicts = openVerdictLog(em, log, metrics.verdictsDropped);
  const events = await openFlushQueue({
    databaseUrl,
    clock,
    log,
    observe: metrics.flushed,
    changed: (productUuid) => accounts.principals.forget(productUuid),
  });
  metrics.watchQueue(() => ({
    events: events.waitingRows,
    oldestSeconds: events.oldestSeconds,
    stores: events.stores,
  }));
  metrics.watchPool('ingest', events.pool);
  return {
    parts: { csvUploads: openCsvUploads(), events, linksProject, verdicts },
    async close() {
      await events.close();
      await verdicts.close(); // after the events, whose verdicts it writes
    },
  };
}
