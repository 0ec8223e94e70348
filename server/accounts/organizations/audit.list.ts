import { IsEnum, IsOptional, Matches } from 'class-validator';
import { type Expression, type SqlBool, sql } from 'kysely';
import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { DONE, THINGS } from '../../../formats/audit.words.js';
import { AuditEntry } from '../../platform/audit/audit.entity.js';
import { IsId } from '../../platform/constraints.js';
import { type Narrow, readRows } from '../../platform/database/rows.read.js';
import { operation } from '../../platform/operation.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { findActors, findActorsNamed } from '../members/index.js';
import { LOG, readableChain } from './audit-chain.read.js';

export enum AuditActorKind {
  person = 'person',
  token = 'token',
  system = 'system',
}
registerEnumType(AuditActorKind, {
  name: 'AuditActorKind',
  description: 'A person, the token of an agent, or the service and its operators.',
});

const auditSorts = sortsOf(['at'], '-at');

@ArgsType()
export class AuditEntriesArgs extends TimedPageArgs(
  auditSorts,
  'action, in its name or in words such as “Tracking key revoked”, record or actor',
  'Recorded',
) {
  @Field(() => ID, { nullable: true, description: LOG })
  @IsOptional()
  @IsId('org')
  organizationId?: string | null;

  @Field(() => String, { nullable: true, description: 'How the action begins, such as `member.` or `product.create`.' })
  @IsOptional()
  @Matches(/^[a-z_.]{1,60}$/, { message: 'must be the beginning of an action, such as member.' })
  action?: string | null;

  @Field(() => AuditActorKind, { nullable: true, description: 'Who acted.' })
  @IsOptional()
  @IsEnum(AuditActorKind)
  actorKind?: AuditActorKind | null;
}

@ObjectType({ description: 'A person who acted, by name.' })
export class AuditActor {
  @Field(() => ID, { description: 'As entries name them (`actor`).' })
  id: string;

  @Field(() => String)
  name: string;
}

@ObjectType()
export class AuditEntryList {
  @Field(() => [AuditEntry])
  items: AuditEntry[];

  @Field(() => [AuditActor], {
    description:
      'The people of these entries who are members of the organization now, or in the platform’s log reviewers; of everyone else there is the id.',
  })
  actors: AuditActor[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

/** An entry with its changes and reason, which lie in another table. */
const WHOLE = [
  'id',
  'sequence',
  'at',
  'actor',
  'action',
  'resource',
  'resourceId',
  'revision',
  'requestId',
  'prevHash',
  'hash',
  'changes',
  'reason',
  'organizationId',
  'valuesDigest',
  'chain',
] as const;

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
/** An action as the screens show it (`wordsOf`), `tracking_key.revoke` as "tracking key revoked": people search for what they see. */
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

/** The names of these people beside what they did. */
const namesOf = (people: readonly { readonly id: string; readonly name: string }[]): Expression<unknown>[] =>
  people.length === 0
    ? []
    : [
        sql`case t.actor ${sql.join(
          people.map(({ id, name }) => sql`when ${id} then ${name}`),
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
    const narrow: Narrow<AuditEntry> = (of) => {
      let found = of.where('organization_id', '=', chain.id);
      if (action) found = found.where(sql<SqlBool>`starts_with(t.action, ${action})`);
      if (actorKind) found = found.where(ACTED_BY[actorKind]);
      return page.narrow(found);
    };
    const { items, nextCursor } = page.cut(await readRows(ctx.em, AuditEntry, narrow, WHOLE));
    const actors = await findActors(
      ctx.em,
      organizationId ?? null,
      items.map(({ actor }) => actor),
    );
    return { items, actors, nextCursor };
  },
);
