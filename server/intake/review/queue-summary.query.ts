import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { findReviewers, ownerOf } from '../../accounts/index.js';
import { NamedStatement, type RowOf } from '../../platform/database/bare-statement.js';
import type { TableOf } from '../../platform/database/table.types.js';
import type { IntakeContext } from '../intake.context.js';
import type { IntakeSubmission } from '../intake.entity.js';
import { WAITING } from '../intake-state.rules.js';
import type { IntakeCount, IntakeLoad, IntakeSummary } from '../queue.types.js';

const DAY_MS = 86_400_000;
const WINDOW_DAYS = 30;
const SOON_DAYS = 7;
const HOUR_MS = 3_600_000;

/** How much waits, for how long and with whom; what a lead looks at, and the number in the navigation. */
export async function readSummary(ctx: IntakeContext, em: EntityManager): Promise<IntakeSummary> {
  const now = ctx.platform.clock.now();
  const confirmed = selectConfirmed(em);
  const waiting = confirmed.where('state', 'in', WAITING);
  const [oldest] = await waiting.select('submitted_at').orderBy('submitted_at').limit(1).execute();
  const soon = new Date(now.getTime() + SOON_DAYS * DAY_MS);
  const [expiring] = await waiting.where('expires_at', '<=', soon).select(COUNT).execute();
  const byAssignee = await countBy(waiting, 'assignee');
  const own = ownerOf(ctx);
  const { decided, medianMs, submissions } = await readDecisions(em, now);
  return {
    waiting: byAssignee.reduce((sum, { count }) => sum + count, 0),
    mine: byAssignee.find(({ value }) => value === own)?.count ?? 0,
    unassigned: byAssignee.find(({ value }) => value === '')?.count ?? 0,
    oldestHours: oldest ? Math.floor((now.getTime() - oldest.submitted_at.getTime()) / HOUR_MS) : null,
    expiringSoon: expiring?.count ?? 0,
    states: await countBy(confirmed, 'state'),
    kinds: await countBy(waiting, 'kind'),
    team: await readTeam(em, byAssignee, decided),
    medianHoursToDecision: medianMs === null ? null : Math.round(medianMs / HOUR_MS),
    decisions: submissions,
  };
}

/** Submissions whose contact has confirmed the address: no other is in the queue. */
const selectConfirmed = (em: EntityManager) =>
  em
    .getKysely<{ readonly intake_submission: TableOf<IntakeSubmission> }>()
    .selectFrom('intake_submission')
    .where('contact_verified_at', 'is not', null);

const COUNT = sql<number>`count(*)::int`.as('count');

/** How many submissions have each value of a column; none is the empty text. */
async function countBy(
  submissions: ReturnType<typeof selectConfirmed>,
  column: 'assignee' | 'state' | 'kind',
): Promise<IntakeCount[]> {
  const rows = await submissions
    .groupBy(column)
    .orderBy(column)
    .select(({ ref }) => [ref(column).as('value'), COUNT])
    .execute();
  return rows.map(({ value, count }) => ({ value: value ?? '', count }));
}

/**
 * Decisions by reviewer; the row of no reviewer has how long the submissions took that any of them was about, each once. Spam that ended before
 * its contact was confirmed is no decision about a submission of the queue.
 */
export const DECISIONS = new NamedStatement(
  {
    reviewer: 'uuid?',
    decided: 'integer',
    submissions: 'integer',
    median_ms: 'double precision?',
  },
  `with recent as (
     select d.decided_by as reviewer, extract(epoch from s.decided_at - s.submitted_at)::float8 * 1000 as took_ms,
       row_number() over (partition by d.submission_id order by d.id) as nth
     from intake_decision d join intake_submission s on s.id = d.submission_id
     where d.decided_at > :after::timestamptz and s.contact_verified_at is not null)
   select reviewer, count(*)::int as decided, count(took_ms) filter (where nth = 1)::int as submissions,
     percentile_cont(0.5) within group (order by took_ms) filter (where nth = 1) as median_ms
   from recent group by grouping sets ((reviewer), ())`,
);

interface Decisions {
  /** How many each reviewer made, by id. */
  readonly decided: ReadonlyMap<string, number>;
  /** How many submissions were decided on in the end, and the middle of how long they took. */
  readonly submissions: number;
  readonly medianMs: number | null;
}

/** Each reviewer's number of decisions in the last thirty days, and how long they took. */
async function readDecisions(em: EntityManager, now: Date): Promise<Decisions> {
  const after = new Date(now.getTime() - WINDOW_DAYS * DAY_MS).toISOString();
  const rows = await em.execute<RowOf<typeof DECISIONS>[]>(DECISIONS.text, DECISIONS.valuesOf({ after }));
  const all = rows.find(({ reviewer }) => reviewer === null);
  return {
    decided: new Map(rows.flatMap(({ reviewer, decided }) => (reviewer === null ? [] : [[reviewer, decided]]))),
    submissions: all?.submissions ?? 0,
    medianMs: all?.median_ms ?? null,
  };
}

async function readTeam(
  em: EntityManager,
  assigned: readonly IntakeCount[],
  decided: ReadonlyMap<string, number>,
): Promise<IntakeLoad[]> {
  const reviewers = await findReviewers(em);
  return reviewers.map(({ id, name }) => ({
    reviewer: id,
    name,
    assigned: assigned.find(({ value }) => value === id)?.count ?? 0,
    decided: decided.get(id) ?? 0,
  }));
}
