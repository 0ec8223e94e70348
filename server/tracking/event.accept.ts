import { loadBinding } from '../accounts/index.js';
import type { PrincipalOf, RequestContext } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import { withLinkedProject } from './event.project.js';
import { readKeptEvents } from './event.read.js';
import { checkEvent } from './event.rules.js';
import type { CheckedEvent, PreparedEvent, RefusedEvent } from './event.shapes.js';
import { type Recorded, recordedAgainst } from './fingerprint.rules.js';

/** The tracking key that calls, for operations that declare `who: ['tracking_key']`. */
export function trackingKeyOf({ principal }: RequestContext): PrincipalOf<'tracking_key'> {
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
export async function requireLivingKey(ctx: RequestContext): Promise<void> {
  const { credentialId } = trackingKeyOf(ctx);
  const rows = await ctx.em.execute<unknown[]>('select 1 from credential where id = ? and revoked_at is null', [
    credentialId,
  ]);
  if (rows.length === 0) throw revokedFault();
}

export type Accepted =
  | { kind: 'checked'; checked: CheckedEvent }
  | { kind: 'stored'; event: PreparedEvent; recorded: Recorded };

/**
 * Checks an event against the key's binding. Where only the product's name stands against it, the binding is read anew
 * (another replica may have added the alias), and a key that is stored already wins over the refusal (decisions §2, Idempotency).
 * Whether its project counts is asked only of an event that names one.
 */
export async function acceptEvent(
  ctx: RequestContext,
  key: PrincipalOf<'tracking_key'>,
  raw: unknown,
  now: Date,
): Promise<Accepted> {
  const checked = await checkEvent(raw, key.binding, now, 'store');
  if (checked.ok && checked.event.projectId !== null)
    return { kind: 'checked', checked: await withLinkedProject(ctx, key.binding, checked) };
  if (checked.ok || !checked.productMismatch || !checked.prepared) return { kind: 'checked', checked };
  const { organizationId, productUuid } = key.binding;
  const binding = await loadBinding(ctx.em, organizationId, productUuid);
  if (binding && binding.version !== key.binding.version) {
    ctx.platform.services.principals.forget(productUuid);
    const again = await checkEvent(raw, binding, now, 'store');
    if (again.ok) return { kind: 'checked', checked: await withLinkedProject(ctx, binding, again) };
  }
  const event = checked.prepared;
  const kept = (await readKeptEvents(ctx.em, organizationId, [event.idempotencyKey])).get(event.idempotencyKey);
  if (!kept) return { kind: 'checked', checked };
  await requireLivingKey(ctx);
  return { kind: 'stored', event, recorded: recordedAgainst(event, kept) };
}
