import { raw } from '@mikro-orm/core';
import type { EntityManager, QBFilterQuery } from '@mikro-orm/postgresql';
import { personOf } from '../../accounts/index.js';
import { invalid } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { IntakeDecision, IntakeSubmission } from '../intake.entity.js';
import type { IntakeQueue, IntakeQueueArgs, IntakeRow, queueSorts } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { isOwn, reviewerFor } from '../reviewer.require.js';
import { namesOf } from './item.read.js';
import { WAITING } from './queue.rules.js';
import { readSummary } from './queue-summary.read.js';
import { describeRow } from './row.rules.js';
import { readTitles } from './titles.read.js';

type Where = QBFilterQuery<IntakeSubmission> & object;
type Sort = (typeof queueSorts)[number];

/** What a list is ordered by, as a number so that any two can be compared, and which way; `s` is the submission. */
const ORDERS: Record<Sort, { readonly by: string; readonly descending: boolean }> = {
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

const CURSOR = /^-?[\d.]{1,20} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The submissions that wait for reviewers, with the reason to open each, and what the team has in hand. */
export const listQueue = operation(
  { name: 'intakeQueue', who: ['session'], limit: 'workflow' },
  async (ctx: IntakeContext, args: IntakeQueueArgs): Promise<IntakeQueue> => {
    reviewerFor(ctx);
    const { by, descending } = ORDERS[args.sort];
    const direction = descending ? 'desc' : 'asc';
    const where = filterOf(args, personOf(ctx));
    const after = keyOfCursor(args.cursor, CURSOR)?.split(' ');
    const beyond = raw(`(${by}, s.id) ${descending ? '<' : '>'} (?::float8, ?::uuid)`, after ?? []);
    const em = ctx.em.fork();
    const found: { id: string; sortKey: number | string }[] = await em
      .qb(IntakeSubmission, 's')
      .select(['id', raw(by).as('sortKey')])
      .where(after ? { $and: [where, { [beyond]: [] }] } : where)
      .orderBy([{ [raw(by)]: direction }, { id: direction }])
      .limit(args.limit + 1)
      .execute('all');
    const page = pageOf(found, args.limit, ({ id, sortKey }) => `${sortKey} ${id}`);
    const rows = await em.find(
      IntakeSubmission,
      { id: { $in: page.items.map(({ id }) => id) } },
      { disableIdentityMap: true },
    );
    const byUuid = new Map(rows.map((row) => [uuidOf('sub', row.id), row]));
    const submissions = page.items.flatMap(({ id }) => byUuid.get(id) ?? []);
    return {
      items: await describeRows(ctx, em, submissions),
      nextCursor: page.nextCursor,
      total: await em.qb(IntakeSubmission, 's').where(where).getCount(),
      summary: await readSummary(ctx, em),
    };
  },
);

async function describeRows(
  ctx: IntakeContext,
  em: EntityManager,
  found: readonly IntakeSubmission[],
): Promise<IntakeRow[]> {
  const now = ctx.platform.clock.now();
  const names = await namesOf(
    em,
    found.map(({ assignee }) => assignee),
  );
  const titles = await readTitles(em, found);
  const approvals = await em.find(
    IntakeDecision,
    { submission: { $in: found.map(({ id }) => id) }, step: 'approve' },
    { orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  const approvers = new Map(approvals.map(({ submission, decidedBy }) => [submission.id, decidedBy]));
  return found.map((submission) =>
    describeRow(submission, now, {
      title: titles.get(submission.id) ?? submission.organizationName,
      assigneeName: submission.assignee && (names.get(submission.assignee) ?? null),
      approvedBy: approvers.get(submission.id) ?? null,
      own: isOwn(ctx, submission),
    }),
  );
}

function filterOf(args: IntakeQueueArgs, caller: string): Where {
  const { states, kind, priority, route, assignee, risky, verified, query } = args;
  return {
    state: { $in: states?.length ? states : WAITING },
    ...(kind ? { kind } : {}),
    ...(priority ? { priority } : {}),
    ...(route ? { route } : {}),
    ...(assignee ? { assignee: assigneeOf(assignee, caller) } : {}),
    contactVerifiedAt: verified === false ? null : { $ne: null },
    ...(risky === null || risky === undefined ? {} : { [raw(`s.risks ${risky ? '<>' : '='} '[]'::jsonb`)]: [] }),
    ...(query ? searchOf(query) : {}),
  };
}

function assigneeOf(assignee: string, caller: string): string | null {
  if (assignee === 'none') return null;
  if (assignee === 'me') return caller;
  if (uuidOf('usr', assignee) === null)
    throw invalid([{ pointer: '/assignee', code: 'pattern', detail: 'assignee is usr_…, me or none' }]);
  return assignee;
}

const SEARCHED = [
  's.organization_name',
  's.organization_domain',
  's.contact_email',
  's.contact_name',
  's.fields::text',
  `'sub_' || s.id::text`,
];
const FOUND = `(${SEARCHED.map((column) => `${column} ilike ?`).join(' or ')})`;

/** Every word has to be somewhere; an id is found by any part of it. */
function searchOf(query: string): Where {
  const words = query.trim().split(/\s+/).slice(0, 8);
  return {
    $and: words.map((word) => {
      const like = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
      return {
        [raw(
          FOUND,
          SEARCHED.map(() => like),
        )]: [],
      };
    }),
  };
}
