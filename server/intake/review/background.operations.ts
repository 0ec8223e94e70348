import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { mailboxDigest } from '../../platform/email.rules.js';
import { invalid } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import type { Row } from '../../platform/row.types.js';
import type {
  IntakeBackground,
  IntakeEarlierDecision,
  IntakeEvidence,
  IntakeEvidenceArgs,
  IntakeRequest,
} from '../background.types.js';
import { addressesOf } from '../checks/index.js';
import type { IntakeItemArgs } from '../decision.types.js';
import { contentOf } from '../drafts/index.js';
import type { IntakeContext } from '../intake.context.js';
import { IntakeDecision, IntakeDraft, type IntakeParty, IntakeSubmission } from '../intake.entity.js';
import { reviewerFor } from '../party.query.js';
import { changesOf } from './content-changes.rules.js';
import { readPage } from './evidence.client.js';
import { namesOf, requireSubmission } from './item.operations.js';
import { readTitles } from './row.query.js';

const EARLIER_MAX = 20;

interface BackgroundTables {
  readonly intake_submission: TableOf<IntakeSubmission>;
  readonly intake_decision: TableOf<IntakeDecision>;
  readonly intake_party: TableOf<IntakeParty>;
}

/** Reads the last request for changes with what has changed since, and what was decided about others of the same vendor or contact. */
export const readBackground = operation(
  { name: 'intakeBackground', who: ['session'], limit: 'workflow' },
  async function intakeBackground(ctx: IntakeContext, { id }: IntakeItemArgs): Promise<IntakeBackground> {
    reviewerFor(ctx);
    const em = ctx.em.fork();
    const submission = await requireSubmission(em, id);
    const request = await findRequest(em, submission);
    const earlier = await findEarlier(em, submission);
    const names = await namesOf(em, [request?.by ?? null, ...earlier.map(({ by }) => by)]);
    return {
      id,
      request: request && { ...request, byName: names.get(request.by) ?? null },
      earlier: earlier.map((one) => ({ ...one, byName: names.get(one.by) ?? null })),
    };
  },
);

/** The last request for changes, compared with the content that its draft was made of. */
async function findRequest(
  em: EntityManager,
  submission: Row<IntakeSubmission>,
): Promise<Omit<IntakeRequest, 'byName'> | null> {
  const decision = await selectRows(em, IntakeDecision)
    .where('t.submission_id', '=', submission.id)
    .where('t.step', '=', 'request_changes')
    .orderBy('t.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!decision) return null;
  const { revision, decidedAt: at, decidedBy: by, reason } = decision;
  const draft = await selectRows(em, IntakeDraft)
    .where('t.submission_id', '=', submission.id)
    .where('t.revision', '=', revision)
    .executeTakeFirst();
  const before = draft?.inputs.submission;
  return { at, by, revision, reason: reason ?? '', changes: before ? changesOf(before, contentOf(submission)) : null };
}

/** The last decision about each other submission of the same domain or the same confirmed mailbox. */
async function findEarlier(
  em: EntityManager,
  { id, organizationDomain, contactEmail }: Row<IntakeSubmission>,
): Promise<Omit<IntakeEarlierDecision, 'byName'>[]> {
  const mailbox = mailboxDigest(contactEmail);
  const tables = em.getKysely<BackgroundTables>();
  const found = await tables
    .with('alike', (of) =>
      of
        .selectFrom('intake_submission')
        .select('id as alike_id')
        .where('organization_domain', '=', organizationDomain)
        .union(
          of
            .selectFrom('intake_party')
            .select('submission_id as alike_id')
            .where('mailbox', '=', mailbox)
            .where('part', '=', 'contact'),
        ),
    )
    .with('latest', (of) =>
      of
        .selectFrom('intake_decision as d')
        .innerJoin('alike', 'alike.alike_id', 'd.submission_id')
        .where('d.submission_id', '<>', id)
        .distinctOn('d.submission_id')
        .orderBy('d.submission_id')
        .orderBy('d.id', 'desc')
        .select([
          'd.id as decision',
          'd.submission_id as other_id',
          'd.step as step',
          'd.revision as revision',
          'd.decided_at as at',
          'd.decided_by as by',
          'd.reason as reason',
        ]),
    )
    .selectFrom('latest')
    .orderBy('decision', 'desc')
    .limit(EARLIER_MAX)
    .select(['other_id as otherId', 'step', 'revision', 'at', 'by', 'reason'])
    .execute();
  const ids = found.map(({ otherId }) => otherId);
  const others = ids.length === 0 ? [] : await selectRows(em, IntakeSubmission).where('t.id', 'in', ids).execute();
  const contacts = await findContacts(tables, ids, mailbox);
  const titles = await readTitles(em, others);
  return found.flatMap(({ otherId, ...decision }) => {
    const other = others.find((one) => one.id === otherId);
    return other
      ? [
          {
            id: other.id,
            title: titles.get(other.id) ?? other.organizationName,
            kind: other.kind,
            state: other.state,
            sameDomain: other.organizationDomain === organizationDomain,
            sameContact: contacts.has(other.id),
            ...decision,
          },
        ]
      : [];
  });
}

/** The submissions whose contact has confirmed this mailbox. */
async function findContacts(
  tables: Kysely<BackgroundTables>,
  ids: readonly string[],
  mailbox: string,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const parties = await tables
    .selectFrom('intake_party')
    .select('submission_id as id')
    .where('submission_id', 'in', ids)
    .where('part', '=', 'contact')
    .where('mailbox', '=', mailbox)
    .execute();
  return new Set(parties.map(({ id }) => id));
}

/**
 * Reads the page behind an address of the submission, through the guarded fetch: text for the reviewer who asked, no fact. Only an address that
 * the submission holds is fetched; what the other side does wrong is an answer, and nothing of either is stored.
 */
export const openEvidence = operation(
  { name: 'openIntakeEvidence', who: ['session'], writes: true, limit: 'credential' },
  async function openIntakeEvidence(ctx: IntakeContext, { id, pointer }: IntakeEvidenceArgs): Promise<IntakeEvidence> {
    reviewerFor(ctx);
    const submission = await requireSubmission(ctx.em.fork(), id);
    const address = addressesOf(contentOf(submission)).find((one) => one.pointer === pointer);
    if (!address)
      throw invalid([{ pointer: '/pointer', code: 'not_found', detail: 'the submission holds no address there' }]);
    const page = await readPage(address.text, ctx.platform.config);
    return { id, pointer, url: address.text, ...page, readAt: ctx.platform.clock.now() };
  },
);
