import { isIgnoredProduct } from '../../accounts/index.js';
import type { PrincipalOf } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import type { CheckedEvent, FieldProblem, RefusedEvent } from '../catalog/index.js';
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
  async (ctx: TrackingContext, raw: unknown): Promise<DryRunReply> => {
    await requireActiveKey(ctx);
    const key = requireTrackingKey(ctx);
    const checked = checkEvent(raw, key.binding, ctx.platform.clock.now(), 'dry-run');
    if (!checked.ok) throw await dryRefusal(ctx, key, checked);
    const { event, stripped } = checked;
    const ignored = await isIgnoredProduct(ctx.em, key.binding.organizationId, key.binding.productUuid);
    const mapping = await mapEvent(ctx, key, event, ignored);
    return {
      accepted: true,
      stored: false,
      wouldBe: await wouldBe(ctx, key, event, ignored),
      mapping,
      stripped,
      warnings: warningsOf(checked, mapping),
    };
  },
  { refuse: refuseDryRun },
);

async function refuseDryRun(ctx: TrackingContext, raw: unknown): Promise<Fault | null> {
  await requireActiveKey(ctx);
  const key = requireTrackingKey(ctx);
  const checked = checkEvent(raw, key.binding, ctx.platform.clock.now(), 'dry-run');
  return checked.ok ? null : dryRefusal(ctx, key, checked);
}

async function dryRefusal(
  ctx: TrackingContext,
  key: PrincipalOf<'tracking_key'>,
  refused: RefusedEvent,
): Promise<Fault> {
  const mapping = await mapEvent(
    ctx,
    key,
    refused.partial,
    await isIgnoredProduct(ctx.em, key.binding.organizationId, key.binding.productUuid),
  );
  return refusalOf(refused, {
    accepted: false,
    stored: false,
    mapping,
    stripped: refused.stripped,
    warnings: warningsOf(refused, mapping),
  });
}

const warningsOf = ({ warnings }: CheckedEvent, { project }: EventMapping): FieldProblem[] =>
  project.status === 'linked' ? withoutProjectWarning(warnings) : warnings;

async function wouldBe(
  ctx: TrackingContext,
  { binding }: PrincipalOf<'tracking_key'>,
  event: { idempotencyKey: string; fingerprint: Buffer; payload: Record<string, unknown> },
  ignored: boolean,
): Promise<string> {
  const stored =
    event.idempotencyKey === ''
      ? undefined
      : (await readStoredEvents(ctx.em, binding.organizationId, [event.idempotencyKey])).get(event.idempotencyKey);
  return stored ? recordedAgainst(event, stored).status : ignored ? 'ignored' : 'tracked';
}
