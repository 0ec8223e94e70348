import { loadBinding } from '../../accounts/index.js';
import type { PrincipalOf } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import type { AcceptedEvent, CheckedEvent, PreparedEvent, RefusedEvent } from '../catalog/index.js';
import { checkEvent, type Recorded, recordedAgainst } from '../check/index.js';
import type { TrackingContext } from '../tracking.open.js';
import { readKeptEvents } from './event.read.js';
import { withLinkedProject } from './linked-project.find.js';

/** The tracking key that calls, for operations that declare `who: ['tracking_key']`. */
export function trackingKeyOf({ principal }: TrackingContext): PrincipalOf<'tracking_key'> {
  if (principal.kind !== 'tracking_key') throw new Fault('WRONG_CREDENTIAL');
  return principal;
}

/** The fault of a refused event; `members` are added to the problem, such as a dry-run's mapping. */
export function refusalOf(refused: RefusedEvent, members: Record<string, unknown> = {}): Fault {
  const count = refused.problems.length;
  const what =
    refused.code === 'PRIVATE_CONTENT'
      ? count === 1
        ? '1 place holds private content'
        : `${count} places hold private content or need correction`
      : undefined;
  return new Fault(refused.code, {
    say: what ?? (count === 1 ? '1 field needs correction' : `${count} fields need correction`),
    errors: refused.problems,
    members: {
      ...(refused.suggestedPayload
        ? { suggestedPayload: refused.suggestedPayload, missing: refused.missing ?? [] }
        : {}),
      ...members,
    },
  });
}

/** A revoked key's refusal: whatever passes through a flush learns it there. */
export const revokedFault = (): Fault =>
  new Fault('UNAUTHENTICATED', {
    say: 'The tracking key was revoked.',
    errors: [{ pointer: '', code: 'revoked', detail: 'the tracking key was revoked' }],
  });

/** Whatever doesn't pass through a flush asks by itself whether the key still lives (decisions §2, Credentials). */
export async function requireLivingKey(ctx: TrackingContext): Promise<void> {
  const { credentialId } = trackingKeyOf(ctx);
  const rows = await ctx.em.execute<unknown[]>('select 1 from credential where id = ? and revoked_at is null', [
    credentialId,
  ]);
  if (rows.length === 0) throw revokedFault();
}

export type Accepted =
  | { kind: 'checked'; checked: CheckedEvent }
  | { kind: 'stored'; event: PreparedEvent; recorded: Recorded };

/** Checks one event as `acceptEvents` does. */
export async function acceptEvent(
  ctx: TrackingContext,
  key: PrincipalOf<'tracking_key'>,
  raw: unknown,
  now: Date,
): Promise<Accepted> {
  const [accepted] = await acceptEvents(ctx, key, [raw], now);
  if (!accepted) throw new Fault('INTERNAL', { because: 'an event without a verdict' });
  return accepted;
}

/**
 * Checks the events of one call against the key's binding and answers a verdict for each, in their order. Whether a project counts is
 * asked only for events that name one. What must be read is read once for all of them: a batch costs as many statements as an event.
 */
export async function acceptEvents(
  ctx: TrackingContext,
  key: PrincipalOf<'tracking_key'>,
  raws: readonly unknown[],
  now: Date,
): Promise<Accepted[]> {
  const checked = raws.map((raw) => checkEvent(raw, key.binding, now, 'store'));
  const accepted: Accepted[] = checked.some(isOfOtherProduct)
    ? await settleOtherProducts(ctx, key, raws, checked, now)
    : checked.map((one) => ({ kind: 'checked', checked: one }));
  if (!accepted.some(namesProject)) return accepted;
  return Promise.all(
    accepted.map(async (one) =>
      namesProject(one) ? { ...one, checked: await withLinkedProject(ctx, key.binding, one.checked) } : one,
    ),
  );
}

const namesProject = (one: Accepted): one is { kind: 'checked'; checked: AcceptedEvent } =>
  one.kind === 'checked' && one.checked.ok && one.checked.event.projectId !== null;

const isOfOtherProduct = (checked: CheckedEvent): checked is RefusedEvent & { prepared: PreparedEvent } =>
  !checked.ok && checked.productMismatch && checked.prepared !== undefined;

/**
 * Where only the product's name stands against an event, the binding is read anew (another replica may have added the alias), and a key
 * that is stored already wins over the refusal (decisions §2, Idempotency).
 */
async function settleOtherProducts(
  ctx: TrackingContext,
  key: PrincipalOf<'tracking_key'>,
  raws: readonly unknown[],
  checked: readonly CheckedEvent[],
  now: Date,
): Promise<Accepted[]> {
  const { organizationId, productUuid } = key.binding;
  const binding = await loadBinding(ctx.em, organizationId, productUuid);
  const isNewer = binding !== null && binding.version !== key.binding.version;
  if (isNewer) ctx.parts.principals.forget(productUuid);
  const again = checked.map((one, index) => {
    if (!isNewer || !isOfOtherProduct(one)) return one;
    const renewed = checkEvent(raws[index], binding, now, 'store');
    return renewed.ok ? renewed : one;
  });
  const keys = again.flatMap((one) => (isOfOtherProduct(one) ? [one.prepared.idempotencyKey] : []));
  const stored = await readKeptEvents(ctx.em, organizationId, [...new Set(keys)]);
  if (stored.size > 0) await requireLivingKey(ctx);
  return again.map((one): Accepted => {
    const event = isOfOtherProduct(one) ? one.prepared : undefined;
    const kept = event && stored.get(event.idempotencyKey);
    return kept ? { kind: 'stored', event, recorded: recordedAgainst(event, kept) } : { kind: 'checked', checked: one };
  });
}
