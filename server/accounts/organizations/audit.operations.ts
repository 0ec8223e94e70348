import { type Expression, type SqlBool, sql } from 'kysely';
import { DONE, THINGS } from '../../../formats/audit.words.js';
import type { AuditEntry, AuditValue } from '../../platform/audit/audit.entity.js';
import { type AuditChain, organizationChain, PLATFORM_CHAIN } from '../../platform/audit/audit.js';
import { verifyChain } from '../../platform/audit/audit.verify.js';
import type { RequestContext } from '../../platform/context.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { MemberRole } from '../member.entity.js';
import { findActors, findActorsNamed, requireMember, reviewerOf } from '../members/index.js';
import {
  AuditActorKind,
  type AuditChainArgs,
  type AuditChainState,
  type AuditEntriesArgs,
  type AuditEntryAnswer,
  type AuditEntryList,
  auditSorts,
} from './audit.types.js';

/** The log that the caller may read: an organization's by its admins and owners, the platform's by reviewers. */
export async function readableChain(
  ctx: RequestContext,
  organizationId: string | null | undefined,
): Promise<AuditChain> {
  if (!organizationId) {
    reviewerOf(ctx);
    return PLATFORM_CHAIN;
  }
  await requireMember(ctx, organizationId, MemberRole.admin);
  return organizationChain(organizationId);
}

/** Recomputes a chain. It reads the whole log, so it counts with the costly operations. */
export const readAuditChain = operation(
  { name: 'auditChain', who: ['session'], limit: 'credential' },
  async function auditChain(ctx, { organizationId }: AuditChainArgs): Promise<AuditChainState> {
    const verdict = await verifyChain(ctx.em, await readableChain(ctx, organizationId));
    const [firstBroken] = verdict?.broken ?? [];
    return {
      intact: firstBroken === undefined,
      entries: verdict?.entries ?? 0,
      erased: verdict?.erased ?? 0,
      head: verdict?.head?.hash ?? null,
      firstBroken: firstBroken?.sequence ?? null,
    };
  },
);

interface AuditTables {
  readonly audit_entry: TableOf<AuditEntry>;
  readonly audit_value: TableOf<AuditValue>;
}

/** The entries (`t`) of a chain with their values (`v`), which have no foreign key: its check would lock the entry. */
const selectEntries = (ctx: RequestContext, chain: AuditChain) =>
  ctx.em
    .getKysely<AuditTables>()
    .selectFrom('audit_entry as t')
    .leftJoin('audit_value as v', (on) =>
      on
        .onRef('v.organization_id', '=', 't.organization_id')
        .onRef('v.entry_id', '=', 't.id')
        .on('v.organization_id', '=', chain.id),
    )
    .where('t.organization_id', '=', chain.id);

const labelOf = (name: Expression<unknown>, words: Readonly<Record<string, string>>) =>
  sql`case ${name} ${sql.join(
    Object.entries(words).map(([one, word]) => sql`when ${sql.lit(one)} then ${sql.lit(word)}`),
    sql` `,
  )} end`;
const spaced = (text: Expression<unknown>) => sql`replace(${text}, '_', ' ')`;

const THING = sql`split_part(t.action, '.', 1)`;
const ACT = sql`split_part(t.action, '.', 2)`;
const VERB = sql`split_part(${ACT}, '_', 1)`;
const OBJECT = sql`substr(${ACT}, length(${VERB}) + 2)`;
const DONE_WORD = labelOf(VERB, DONE);
/** An action as the screens show it (`wordsOf`), `tracking_key.revoke` as "tracking key revoked": people search for the words that they see. */
const IN_WORDS = sql`concat_ws(' ', coalesce(${labelOf(THING, THINGS)}, ${spaced(THING)}),
  coalesce(nullif(${spaced(OBJECT)}, '') || ' ' || ${DONE_WORD}, ${DONE_WORD}, ${spaced(ACT)}))`;

const LIST: SortedListOf<typeof auditSorts> = {
  name: 'auditEntries',
  sorts: auditSorts,
  tie: { by: sql`t.sequence`, type: 'number' },
  by: { at: null }, // the chain is the order, whatever a clock said
  naming: [sql`t.action`, IN_WORDS, sql`t.resource`, sql`t.resource_id`, sql`t.actor`],
  time: sql`t.at`,
};

const ACTED_BY: Record<AuditActorKind, Expression<SqlBool>> = {
  [AuditActorKind.person]: sql`starts_with(t.actor, 'usr_')`,
  [AuditActorKind.token]: sql`starts_with(t.actor, 'tok_')`,
  [AuditActorKind.system]: sql`not starts_with(t.actor, 'usr_') and not starts_with(t.actor, 'tok_')`,
};

/** A search text: the name of the actor of an entry. */
const namesOf = (people: readonly { readonly id: string; readonly name: string }[]): Expression<unknown>[] =>
  people.length === 0
    ? []
    : [
        sql`case t.actor ${sql.join(
          people.map(({ id, name }) => sql`when ${publicId('usr', id)} then ${name}`),
          sql` `,
        )} end`,
      ];

/** An audit log, newest first if no order is asked for. */
export const listAuditEntries = operation(
  { name: 'auditEntries', who: ['session'], limit: 'workflow' },
  async function auditEntries(ctx, args: AuditEntriesArgs): Promise<AuditEntryList> {
    const { organizationId, action, actorKind } = args;
    const chain = await readableChain(ctx, organizationId);
    const named = args.q ? await findActorsNamed(ctx.em, organizationId ?? null, args.q) : [];
    const page = sortedPage({ ...LIST, naming: [...(LIST.naming ?? []), ...namesOf(named)] }, args);
    let wanted = selectEntries(ctx, chain);
    if (action) wanted = wanted.where(sql<SqlBool>`starts_with(t.action, ${action})`);
    if (actorKind) wanted = wanted.where(ACTED_BY[actorKind]);
    const rows = await page
      .narrow(wanted)
      .select(['t.id', 't.at', 't.actor', 't.action', 't.resource', 't.revision', 't.hash', 'v.changes', 'v.reason'])
      .select(['t.resource_id as resourceId', 't.request_id as requestId', 't.prev_hash as prevHash'])
      .$castTo<AuditEntryAnswer>()
      .execute();
    const { items, nextCursor } = page.cut(rows);
    const actors = await findActors(
      ctx.em,
      organizationId ?? null,
      items.map(({ actor }) => actor),
    );
    return { items, actors, nextCursor };
  },
);
