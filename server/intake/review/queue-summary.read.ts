import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findReviewers, personOf } from '../../accounts/index.js';
import { publicId } from '../../platform/ids.js';
import { IntakeDecision, IntakeSubmission } from '../intake.entity.js';
import type { IntakeCount, IntakeLoad, IntakeSummary } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { medianOf, WAITING } from './queue.rules.js';

const DAY_MS = 86_400_000;
const WINDOW_DAYS = 30;
const SOON_DAYS = 7;
const HOUR_MS = 3_600_000;
const DECISIONS_MAX = 5_000;

/** How much waits, for how long and with whom; what a lead looks at, and the number in the navigation. */
export async function readSummary(ctx: IntakeContext, em: EntityManager): Promise<IntakeSummary> {
  const now = ctx.platform.clock.now();
  const waiting = { state: { $in: [...WAITING] }, contactVerifiedAt: { $ne: null } };
  const [oldest] = await em.find(IntakeSubmission, waiting, {
    fields: ['submittedAt'],
    orderBy: { submittedAt: 'asc' },
    limit: 1,
    disableIdentityMap: true,
  });
  const byAssignee = await countBy(em, 'assignee', waiting);
  const total = byAssignee.reduce((sum, { count }) => sum + count, 0);
  const own = personOf(ctx);
  const { decided, hours } = await readDecisions(em, now);
  return {
    waiting: total,
    mine: byAssignee.find(({ value }) => value === own)?.count ?? 0,
    unassigned: byAssignee.find(({ value }) => value === '')?.count ?? 0,
    oldestHours: oldest ? Math.floor((now.getTime() - oldest.submittedAt.getTime()) / HOUR_MS) : null,
    expiringSoon: await em.count(IntakeSubmission, {
      ...waiting,
      expiresAt: { $lte: new Date(now.getTime() + SOON_DAYS * DAY_MS) },
    }),
    states: await countBy(em, 'state', { contactVerifiedAt: { $ne: null } }),
    kinds: await countBy(em, 'kind', waiting),
    team: await readTeam(em, byAssignee, decided),
    medianHoursToDecision: roundOf(medianOf(hours)),
    decisions: hours.length,
  };
}

const roundOf = (hours: number | null): number | null => (hours === null ? null : Math.round(hours));

/** How many submissions have each value of a property; none is the empty text. */
async function countBy(
  em: EntityManager,
  property: 'assignee' | 'state' | 'kind',
  where: object,
): Promise<IntakeCount[]> {
  const rows = await em
    .qb(IntakeSubmission)
    .select([property, raw('count(*)::int').as('count')])
    .where(where)
    .groupBy(property)
    .orderBy({ [property]: 'asc' })
    .execute<(Record<string, string | null> & { count: number })[]>('all');
  return rows.map(({ count, ...row }) => {
    const value = row[property] ?? '';
    return { value: property === 'assignee' && value !== '' ? asPerson(value) : value, count };
  });
}

const asPerson = (id: string): string => (id.startsWith('usr_') ? id : publicId('usr', id));

/** Who decided how much in the last thirty days, and how many hours each last decision took. */
async function readDecisions(em: EntityManager, now: Date): Promise<{ decided: Map<string, number>; hours: number[] }> {
  const decisions = await em.find(
    IntakeDecision,
    { decidedAt: { $gt: new Date(now.getTime() - WINDOW_DAYS * DAY_MS) } },
    { populate: ['submission'], orderBy: { decidedAt: 'desc' }, limit: DECISIONS_MAX, disableIdentityMap: true },
  );
  const decided = new Map<string, number>();
  for (const { decidedBy } of decisions) decided.set(decidedBy, (decided.get(decidedBy) ?? 0) + 1);
  const last = new Map(
    decisions.flatMap(({ submission }) => {
      const { id, submittedAt, decidedAt } = submission.unwrap();
      return decidedAt ? [[id, (decidedAt.getTime() - submittedAt.getTime()) / HOUR_MS] as const] : [];
    }),
  );
  return { decided, hours: [...last.values()] };
}

async function readTeam(
  em: EntityManager,
  assigned: readonly IntakeCount[],
  decided: ReadonlyMap<string, number>,
): Promise<IntakeLoad[]> {
  const reviewers = await findReviewers(em);
  return reviewers.map(({ id, name }) => {
    const reviewer = publicId('usr', id);
    return {
      reviewer,
      name,
      assigned: assigned.find(({ value }) => value === reviewer)?.count ?? 0,
      decided: decided.get(reviewer) ?? 0,
    };
  });
}
