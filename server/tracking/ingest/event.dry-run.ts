import { isIgnoredProduct } from '../../accounts/index.js';
import type { TrackingBinding } from '../../platform/context.js';
import type { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import type { AcceptedEvent, CheckedEvent, FieldProblem, RefusedEvent } from '../catalog/index.js';
import { checkEvent, recordedAgainst, withoutProjectWarning } from '../check/index.js';
import type { TrackingContext } from '../tracking.open.js';
import type { DryRunReply, EventMapping } from './dry-run.types.js';
import { mapEvent } from './event.map.js';
import { readStoredEvents } from './event.read.js';
import { refusalOf } from './outcome.answer.js';
import { requireActiveKey, requireTrackingKey } from './tracking-key.require.js';

/** Validates an event and answers what a real call would; writes nothing at all, not even a verdict (decisions §4, Dry-run). */
export const dryRunEvent = operation(
  { name: 'dryRunEvent', who: ['tracking_key'], limit: 'dry-run' },
  async function dryRunEvent(ctx: TrackingContext, raw: unknown): Promise<DryRunReply> {
    await requireActiveKey(ctx);
    const { binding } = requireTrackingKey(ctx);
    const checked = checkEvent(raw, binding, ctx.platform.clock.now(), 'dry-run');
    if (!checked.ok) throw await dryRefusal(ctx, binding, checked);
    return replyOfAccepted(ctx, binding, checked);
  },
  { refuse: refuseDryRun },
);

async function refuseDryRun(ctx: TrackingContext, raw: unknown): Promise<Fault | null> {
  await requireActiveKey(ctx);
  const { binding } = requireTrackingKey(ctx);
  const checked = checkEvent(raw, binding, ctx.platform.clock.now(), 'dry-run');
  return checked.ok ? null : dryRefusal(ctx, binding, checked);
}

/** What a real call of this valid event would answer now. */
export async function replyOfAccepted(
  ctx: TrackingContext,
  binding: TrackingBinding,
  checked: AcceptedEvent,
): Promise<DryRunReply> {
  const { event, stripped } = checked;
  const ignored = await isIgnoredProduct(ctx.em, binding.organizationId, binding.productUuid);
  const mapping = await mapEvent(ctx, binding, event, ignored);
  return {
    accepted: true,
    stored: false,
    wouldBe: await wouldBe(ctx, binding, event, ignored),
    mapping,
    stripped,
    warnings: warningsOf(checked, mapping),
  };
}

/** What could be understood of an event that a real call would refuse. */
export async function understoodOf(
  ctx: TrackingContext,
  binding: TrackingBinding,
  refused: RefusedEvent,
): Promise<Pick<DryRunReply, 'mapping' | 'stripped' | 'warnings'>> {
  const ignored = await isIgnoredProduct(ctx.em, binding.organizationId, binding.productUuid);
  const mapping = await mapEvent(ctx, binding, refused.partial, ignored);
  return { mapping, stripped: refused.stripped, warnings: warningsOf(refused, mapping) };
}

const dryRefusal = async (ctx: TrackingContext, binding: TrackingBinding, refused: RefusedEvent): Promise<Fault> =>
  refusalOf(refused, { accepted: false, stored: false, ...(await understoodOf(ctx, binding, refused)) });

const warningsOf = ({ warnings }: CheckedEvent, { project }: EventMapping): FieldProblem[] =>
  project.status === 'linked' ? withoutProjectWarning(warnings) : warnings;

async function wouldBe(
  ctx: TrackingContext,
  binding: TrackingBinding,
  event: { idempotencyKey: string; fingerprint: Buffer; payload: Record<string, unknown> },
  ignored: boolean,
): Promise<string> {
  const stored =
    event.idempotencyKey === ''
      ? undefined
      : (await readStoredEvents(ctx.em, binding.organizationId, [event.idempotencyKey])).get(event.idempotencyKey);
  return stored ? recordedAgainst(event, stored).status : ignored ? 'ignored' : 'tracked';
}
