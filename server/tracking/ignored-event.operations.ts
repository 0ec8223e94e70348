import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findMemberNames, lockOrganization, MemberRole, ownerOf, personOf, requireMember } from '../accounts/index.js';
import { organizationChain, recordAudit } from '../platform/audit/audit.js';
import { invalid } from '../platform/fault.js';
import { publicId } from '../platform/ids.js';
import { refuseBeyond } from '../platform/limits/entry-limits.js';
import { operation } from '../platform/operation.js';
import { eventNamePattern } from './catalog/index.js';
import { IgnoredEvent } from './ignored-event.entity.js';
import { countIgnoredEvents, findIgnoredEvents } from './ignored-event.query.js';
import type { IgnoredEventAnswer, IgnoredEventsArgs, SetEventIgnoredInput } from './ignored-event.types.js';
import { productUuidOf } from './product.query.js';

const EVENT_NAME = new RegExp(eventNamePattern);
const COUNTED_DAYS = 30;
const DAY_MS = 86_400_000;

/** The event names of a product that are switched off, with the reason and how many of their events were ignored lately. */
export const listIgnoredEvents = operation(
  { name: 'ignoredEvents', who: ['session'], limit: 'workflow' },
  async function ignoredEvents(ctx, { organizationId, productId }: IgnoredEventsArgs): Promise<IgnoredEventAnswer[]> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    const productUuid = await productUuidOf(ctx.em, organizationId, productId);
    return answersOf(ctx.em, { organizationId, productUuid, now: ctx.platform.clock.now() });
  },
);

/**
 * Switches an event name of a product off, or on again; audited with the reason. Events that are stored already stay, and a retry of one of them is still a
 * duplicate; an ignored event reserves no key. The next flush of every process sees it. Repeating it changes nothing.
 */
export const setEventIgnored = operation(
  { name: 'setEventIgnored', who: ['session'], writes: true, limit: 'workflow' },
  async function setEventIgnored(ctx, input: SetEventIgnoredInput): Promise<IgnoredEventAnswer[]> {
    const { organizationId, productId, eventName, ignored } = input;
    const reason = input.reason.trim();
    await requireMember(ctx, organizationId, MemberRole.admin);
    if (!EVENT_NAME.test(eventName))
      throw invalid([
        {
          pointer: '/eventName',
          code: 'pattern',
          detail: 'begins with a letter and holds letters, digits and _ . : - alone',
        },
      ]);
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      await lockOrganization(em, organizationId);
      const productUuid = await productUuidOf(em, organizationId, productId);
      const key = { organizationId, productUuid, eventName };
      const found = await em.findOne(IgnoredEvent, key, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
      if ((found !== null) !== ignored) {
        if (found) em.remove(found);
        else em.create(IgnoredEvent, { ...key, reason, ignoredBy: ownerOf(ctx), ignoredAt: now });
        await em.flush();
        await recordAudit(em, now, {
          chain: organizationChain(organizationId),
          actor: personOf(ctx),
          action: ignored ? 'event.ignore' : 'event.register',
          resource: 'product',
          resourceId: publicId('prd', productUuid),
          changes: { ignoredEvent: ignored ? [null, eventName] : [eventName, null] },
          reason,
          requestId: ctx.requestId,
        });
        refuseBeyond('ignoredEvents', await em.count(IgnoredEvent, { organizationId, productUuid }));
      }
      return answersOf(em, { organizationId, productUuid, now });
    });
  },
);

async function answersOf(
  em: EntityManager,
  { organizationId, productUuid, now }: { organizationId: string; productUuid: string; now: Date },
): Promise<IgnoredEventAnswer[]> {
  const rows = await findIgnoredEvents(em, organizationId, productUuid);
  const since = new Date(now.getTime() - COUNTED_DAYS * DAY_MS).toISOString().slice(0, 10);
  const counts = await countIgnoredEvents(em, { organizationId, productUuid, since });
  const names = await findMemberNames(
    em,
    organizationId,
    rows.map(({ ignoredBy }) => ignoredBy),
  );
  return rows.map(({ eventName, reason, ignoredBy, ignoredAt }) => ({
    eventName,
    reason,
    ignoredBy: names.get(ignoredBy) ?? null,
    ignoredAt,
    events30d: counts.get(eventName) ?? 0,
  }));
}
