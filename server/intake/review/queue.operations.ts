import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { ownerOf } from '../../accounts/index.js';
import { columnsOf } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { invalid } from '../../platform/fault.js';
import { readId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import type { Row } from '../../platform/row.types.js';
import type { IntakeContext } from '../intake.context.js';
import { type IntakeDecision, IntakeSubmission, type SubmissionRow } from '../intake.entity.js';
import { WAITING } from '../intake-state.rules.js';
import { findOwnParts, reviewerFor } from '../party.query.js';
import type { IntakeQueue, IntakeQueueArgs, queueSorts } from '../queue.types.js';
import type { IntakeRow } from '../review.types.js';
import { namesOf } from './item.operations.js';
import { readSummary } from './queue-summary.query.js';
import { describeRow, readTitles } from './row.query.js';

type Sort = (typeof queueSorts)[number];

interface QueueTables {
  readonly intake_submission: TableOf<IntakeSubmission>;
  readonly intake_decision: TableOf<IntakeDecision>;
}

/** The orders of the list, each as a number so that any two rows can be compared, and its direction; `s` is the submission. */
const ORDERS: Record<Sort, { readonly by: string; readonly descending: boolean }> = {
  risk: { by: `case when s.risks <> '[]'::jsonb then 1000 else 0 end + coalesce(s.score, -1)`, descending: true },
  score: { by: `coalesce(s.score, -1)`, descending: false },
  '-score': { by: `coalesce(s.score, -1)`, descending: true },
  submitted: { by: `extract(epoch from s.submitted_at)::float8`, descending: false },
  '-submitted': { by: `extract(epoch from s.submitted_at)::float8`, descending: true },
  expires: { by: `extract(epoch from s.expires_at)::float8`, descending: false },
  priority: {
    by: `case s.priority when 'high' then 0 when 'normal' then 1 when 'low' then 2 else 3 end`,
    descending: false,
  },
};

const CURSOR = /^-?\d{1,15}(\.\d{1,9})? [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The submissions that wait for reviewers, with the reason to open each, and what the team has in hand. */
export const listQueue = operation(
  { name: 'intakeQueue', who: ['session'], limit: 'workflow' },
  async function intakeQueue(ctx: IntakeContext, args: IntakeQueueArgs): Promise<IntakeQueue> {
    reviewerFor(ctx);
    const { by, descending } = ORDERS[args.sort];
    const direction = descending ? 'desc' : 'asc';
    const key = sql.raw<number>(by);
    const em = ctx.em.fork();
    const wanted = selectWanted(em, args, ownerOf(ctx));
    const after = keyOfCursor(args.cursor, CURSOR)?.split(' ');
    const found = await wanted
      .$if(after !== undefined, (of) => of.where(isBeyond(key, direction, after ?? [])))
      .orderBy(key, direction)
      .orderBy('s.id', direction)
      .limit(args.limit + 1)
      .select([columnsOf(em, IntakeSubmission, 's'), key.as('sortKey')])
      .$castTo<Row<IntakeSubmission> & { readonly sortKey: number }>()
      .execute();
    const page = pageOf(found, args.limit, ({ id, sortKey }) => `${sortKey} ${id}`);
    const [counted] = await wanted.select(sql<number>`count(*)::int`.as('count')).execute();
    return {
      items: await describeRows(ctx, em, page.items),
      nextCursor: page.nextCursor,
      total: counted?.count ?? 0,
      summary: await readSummary(ctx, em),
    };
  },
);

const isBeyond = (key: RawBuilder<number>, direction: 'asc' | 'desc', [value, uuid]: readonly string[]) =>
  sql<boolean>`(${key}, s.id) ${sql.raw(direction === 'desc' ? '<' : '>')} (${value}::float8, ${uuid}::uuid)`;

async function describeRows(
  ctx: IntakeContext,
  em: EntityManager,
  found: readonly SubmissionRow[],
): Promise<IntakeRow[]> {
  const now = ctx.platform.clock.now();
  const names = await namesOf(
    em,
    found.map(({ assignee }) => assignee),
  );
  const titles = await readTitles(em, found);
  const approvers = await readApprovers(em, found);
  const own = await findOwnParts(em, ctx.principal, found);
  return found.map((submission) =>
    describeRow(submission, now, {
      title: titles.get(submission.id) ?? submission.organizationName,
      assigneeName: submission.assignee && (names.get(submission.assignee) ?? null),
      approvedBy: approvers.get(submission.id) ?? null,
      own: own.has(submission.id),
    }),
  );
}

/** The last approver of each submission that anyone approved, by its id. */
async function readApprovers(em: EntityManager, submissions: readonly SubmissionRow[]): Promise<Map<string, string>> {
  const ids = submissions.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const approvals = await em
    .getKysely<QueueTables>()
    .selectFrom('intake_decision')
    .where('submission_id', 'in', ids)
    .where('step', '=', 'approve')
    .orderBy('id')
    .select(['submission_id as submission', 'decided_by as reviewer'])
    .execute();
  return new Map(approvals.map(({ submission, reviewer }) => [submission, reviewer]));
}

/** The submissions (`s`) that the arguments ask for. */
function selectWanted(em: EntityManager, args: IntakeQueueArgs, caller: string) {
  const { states, kind, priority, route, assignee, risky, verified, query } = args;
  let wanted = em
    .getKysely<QueueTables>()
    .selectFrom('intake_submission as s')
    .where('s.state', 'in', states?.length ? states : WAITING)
    .where('s.contact_verified_at', verified === false ? 'is' : 'is not', null);
  if (kind) wanted = wanted.where('s.kind', '=', kind);
  if (priority) wanted = wanted.where('s.priority', '=', priority);
  if (route) wanted = wanted.where('s.route', '=', route);
  if (assignee) {
    const uuid = assigneeOf(assignee, caller);
    wanted = wanted.where('s.assignee', uuid === null ? 'is' : '=', uuid);
  }
  if (typeof risky === 'boolean') wanted = wanted.where(sql<boolean>`(s.risks <> '[]'::jsonb) = ${risky}`);
  for (const word of query ? wordsOf(query) : []) wanted = wanted.where(hasWord(word));
  return wanted;
}

/** The bare UUID of whom `assignee` names; null for no one. */
function assigneeOf(assignee: string, caller: string): string | null {
  if (assignee === 'none') return null;
  const uuid = assignee === 'me' ? caller : readId('usr', assignee);
  if (uuid === null)
    throw invalid([{ pointer: '/assignee', code: 'pattern', detail: 'assignee is usr_…, me or none' }]);
  return uuid;
}

const SEARCHED = [
  's.organization_name',
  's.organization_domain',
  's.contact_email',
  's.contact_name',
  's.fields::text',
  `'sub_' || s.id::text`,
];

const wordsOf = (query: string): string[] => query.trim().split(/\s+/).slice(0, 8);

/** Every word has to be somewhere; an id is found by any part of it. */
function hasWord(word: string): RawBuilder<boolean> {
  const like = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const places = SEARCHED.map((place) => sql`${sql.raw(place)} ilike ${like}`);
  return sql<boolean>`(${sql.join(places, sql` or `)})`;
}
