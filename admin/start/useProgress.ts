import { useGetList, useGetOne } from 'react-admin';
import { useScope } from '../components/useScope.js';
import { useAcceptedDryRun } from '../dry-run/useDryRun.js';
import { useTrackingKeys } from '../keys/useTrackingKeys.js';
import type {
  LoggedEvent,
  Product,
  ReadEventCoverageAnswer,
  TrackedEvent,
  TrackingKey,
} from '../providers/generated/operations.js';

export type Coverage = ReadEventCoverageAnswer['eventCoverage'] & { readonly id: string };

const POLL_MS = 3_000;
const COVERAGE_POLL_MS = 10_000;

export interface Progress {
  readonly keys: readonly TrackingKey[];
  readonly keyUsed: TrackingKey | undefined;
  readonly lastEvent: TrackedEvent | undefined;
  readonly coverage: Coverage | undefined;
  /** When a dry-run was last accepted in this browser. */
  readonly acceptedAt: string | null;
  /** True for each of the five steps that is done now. */
  readonly done: readonly boolean[];
}

/** How far the company is with this product, as the service sees it; asked again until the first event is there. */
export function useProgress(product: Product | undefined): Progress {
  const enabled = product !== undefined;
  const productId = product?.productId ?? '';
  const meta = useScope();
  const events = useGetList<LoggedEvent>(
    'events',
    { filter: { product: productId, outcome: 'stored' }, pagination: { page: 1, perPage: 1 }, meta },
    { enabled, refetchInterval: POLL_MS },
  );
  const coverage = useGetOne<Coverage>(
    'coverage',
    { id: productId, meta },
    { enabled, refetchInterval: COVERAGE_POLL_MS },
  );
  const { data: all = [] } = useTrackingKeys(productId);
  const keys = all.filter(({ revokedAt }) => revokedAt === null);
  const lastEvent = enabled ? (events.data?.[0]?.event ?? undefined) : undefined;
  const keyUsed = keys.find((one) => one.lastUsedAt !== null);
  const arriving = coverage.data?.areas.every((area) => area.arriving) ?? false;
  const [acceptedAt] = useAcceptedDryRun(productId);
  const seen = lastEvent !== undefined;
  return {
    keys,
    keyUsed,
    lastEvent,
    coverage: coverage.data,
    acceptedAt,
    done: [enabled, seen || keyUsed !== undefined, seen || acceptedAt !== null, seen, arriving],
  };
}
