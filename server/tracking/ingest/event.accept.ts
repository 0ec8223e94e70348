import { isLiveCredential, loadBinding } from '../../accounts/index.js';
import type { PrincipalOf, TrackingBinding } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { readId } from '../../platform/ids.js';
import type { CheckedEvent, FieldProblem, PreparedEvent, RefusedEvent } from '../catalog/index.js';
import { checkEvent, type Recorded, recordedAgainst, withoutProjectWarning } from '../check/index.js';
import type { TrackingContext } from '../tracking.open.js';
import { readStoredEvents } from './stored-event.query.js';

/** An event that every rule accepts, to be stored by the next flush. */
export interface ReadyEvent {
  readonly kind: 'ready';
  readonly event: PreparedEvent;
  readonly stripped: string[];
  readonly warnings: FieldProblem[];
}

/** An event whose key decided already, in this call or before it. */
export interface DecidedEvent extends Omit<ReadyEvent, 'kind'> {
  readonly kind: 'stored';
  readonly recorded: Recorded;
}

export type Acceptance = { readonly kind: 'refused'; readonly refused: RefusedEvent } | ReadyEvent | DecidedEvent;

/** An event as it was sent, and what the rules say of it. */
export interface Sent {
  readonly raw: unknown;
  /** Replaced when the key's binding is read again. */
  checked: CheckedEvent;
}

/** Checks one event by all that can be known of it without a question. */
export const checkSent = (key: PrincipalOf<'tracking_key'>, raw: unknown, now: Date): Sent => ({
  raw,
  checked: checkEvent(raw, key.binding, now, 'store'),
});

/** Accepts or refuses one checked event as `acceptEvents` does. */
export async function acceptEvent(
  ctx: TrackingContext,
  key: PrincipalOf<'tracking_key'>,
  sent: Sent,
  now: Date,
): Promise<Acceptance> {
  const acceptanceOf = await decideAcceptance(ctx, key, [sent], now);
  return withProject(ctx, key, acceptanceOf(sent));
}

/**
 * Checks the events of one call against the key's binding and answers each in their order: `refused`, `ready` to be stored, or `stored`
 * before. What has to be read is read once for all of them: a batch costs as many statements as an event.
 */
export async function acceptEvents(
  ctx: TrackingContext,
  key: PrincipalOf<'tracking_key'>,
  raws: readonly unknown[],
  now: Date,
): Promise<Acceptance[]> {
  const sent = raws.map((raw) => checkSent(key, raw, now));
  const acceptanceOf = await decideAcceptance(ctx, key, sent, now);
  return Promise.all(sent.map((one) => withProject(ctx, key, acceptanceOf(one))));
}

/** Refused by no more than rules that change with time: the same event may have been stored before they did. */
const isLate = (checked: CheckedEvent): checked is RefusedEvent & { prepared: PreparedEvent } =>
  !checked.ok && checked.prepared !== undefined;

const acceptanceOfChecked = (checked: CheckedEvent): Acceptance =>
  checked.ok
    ? { kind: 'ready', event: checked.event, stripped: checked.stripped, warnings: checked.warnings }
    : { kind: 'refused', refused: checked };

const decided = (event: PreparedEvent, recorded: Recorded): DecidedEvent => ({
  kind: 'stored',
  event,
  recorded,
  stripped: [],
  warnings: [],
});

/** Adds the project that an event counts toward; only an event that names one asks for it. */
function withProject(
  ctx: TrackingContext,
  { binding }: PrincipalOf<'tracking_key'>,
  acceptance: Acceptance,
): Acceptance | Promise<Acceptance> {
  return acceptance.kind === 'ready' && acceptance.event.projectId !== null
    ? withLinkedProject(ctx, binding, acceptance)
    : acceptance;
}

/** Reads the binding again where the product's name is an event's only problem: another replica may have added the alias. */
async function renew(
  ctx: TrackingContext,
  key: PrincipalOf<'tracking_key'>,
  sent: readonly Sent[],
  now: Date,
): Promise<void> {
  const others = sent.filter(({ checked }) => isLate(checked) && checked.productMismatch);
  if (others.length === 0) return;
  const { organizationId, productUuid, version } = key.binding;
  const binding = await loadBinding(ctx.em, organizationId, productUuid);
  if (binding === null || binding.version === version) return;
  ctx.parts.principals.forget(productUuid);
  for (const one of others) {
    const renewed = checkEvent(one.raw, binding, now, 'store');
    if (renewed.ok) one.checked = renewed;
  }
}

/**
 * Reads what decides and answers the acceptance of each event. A key that is stored already wins over the refusal of a rule that changed
 * since (decisions §2, Idempotency); what every rule accepts asks for nothing here.
 */
async function decideAcceptance(
  ctx: TrackingContext,
  key: PrincipalOf<'tracking_key'>,
  sent: readonly Sent[],
  now: Date,
): Promise<(one: Sent) => Acceptance> {
  if (!sent.some(({ checked }) => isLate(checked))) return ({ checked }) => acceptanceOfChecked(checked);
  await renew(ctx, key, sent, now);
  const keys = sent.flatMap(({ checked }) => (isLate(checked) ? [checked.prepared.idempotencyKey] : []));
  const storedEvents = await readStoredEvents(ctx.em, key.binding.organizationId, [...new Set(keys)]);
  if (storedEvents.size > 0) await requireActiveKey(ctx);
  return ({ checked }) => {
    if (!isLate(checked)) return acceptanceOfChecked(checked);
    const stored = storedEvents.get(checked.prepared.idempotencyKey);
    return stored ? decided(checked.prepared, recordedAgainst(checked.prepared, stored)) : acceptanceOfChecked(checked);
  };
}

/**
 * Finds the project that a sent `projectId` counts toward, as a bare UUID; null for any other. A malformed id asks nothing. The answer is
 * the same for a project that does not count and for one that does not exist (decisions §4).
 */
export async function findLinkedProject(
  { parts }: TrackingContext,
  binding: TrackingBinding,
  projectId: string | null | undefined,
): Promise<string | null> {
  const uuid = projectId ? readId('prj', projectId) : null;
  return uuid !== null && (await parts.linksProject(binding, uuid)) ? uuid : null;
}

/** An event with the project that it counts toward; its payload and fingerprint stay as they are. */
export async function withLinkedProject(
  ctx: TrackingContext,
  binding: TrackingBinding,
  ready: ReadyEvent,
): Promise<ReadyEvent> {
  const linkedProject = await findLinkedProject(ctx, binding, ready.event.projectId);
  if (linkedProject === null) return ready;
  const { event, warnings } = ready;
  return { ...ready, event: { ...event, linkedProject }, warnings: withoutProjectWarning(warnings) };
}

/** The tracking key that calls, for operations that declare `who: ['tracking_key']`. */
export function requireTrackingKey({ principal }: TrackingContext): PrincipalOf<'tracking_key'> {
  if (principal.kind !== 'tracking_key') throw new Fault('WRONG_CREDENTIAL');
  return principal;
}

/** The refusal of a revoked key: a flush finds it for the events that it stores. */
export const revokedFault = (): Fault =>
  new Fault('UNAUTHENTICATED', {
    say: 'The tracking key was revoked.',
    errors: [{ pointer: '', code: 'revoked', detail: 'the tracking key was revoked' }],
  });

/** Refuses a revoked key where no flush finds it (decisions §2, Credentials). */
export async function requireActiveKey(ctx: TrackingContext): Promise<void> {
  const { credentialId } = requireTrackingKey(ctx);
  if (!(await isLiveCredential(ctx.em, credentialId))) throw revokedFault();
}
