import { GraphQLJSON } from 'graphql-scalars';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IsId } from '../../platform/constraints.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/page.js';
import { MemberRole } from '../member.entity.js';
import { requireMember } from '../members/index.js';

@ArgsType()
export class AuditEntriesArgs extends PageArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;
}

@ObjectType({ description: "One entry of an organization's append-only, hash-chained audit log." })
export class AuditEntry {
  @Field(() => ID)
  id: string;

  @Field(() => Date)
  at: Date;

  @Field(() => String)
  actor: string;

  @Field(() => String)
  action: string;

  @Field(() => String)
  resource: string;

  @Field(() => String)
  resourceId: string;

  @Field(() => Int, { nullable: true })
  revision: number | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'Field by field [old, new]; null after the values were erased.',
  })
  changes: unknown;

  @Field(() => String, { nullable: true })
  reason: string | null;

  @Field(() => String, { nullable: true })
  requestId: string | null;

  @Field(() => String)
  prevHash: string;

  @Field(() => String)
  hash: string;
}

@ObjectType()
export class AuditEntryList {
  @Field(() => [AuditEntry])
  items: AuditEntry[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

interface Row extends Omit<AuditEntry, 'at'> {
  at: Date;
  sequence: string;
}

/** The organization's audit log, newest first, for its admins and owners. */
export const listAuditEntries = operation(
  { name: 'auditEntries', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, limit, cursor }: AuditEntriesArgs): Promise<AuditEntryList> => {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const before = keyOfCursor(cursor, /^\d{1,15}$/) ?? '999999999999999';
    const rows = await ctx.em.execute<Row[]>(
      `select e.id, e.sequence, e.at, e.actor, e.action, e.resource, e.resource_id as "resourceId", e.revision, v.changes, v.reason,
         e.request_id as "requestId", e.prev_hash as "prevHash", e.hash
       from audit_entry e left join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id
       where e.organization_id = ? and e.sequence < ? order by e.sequence desc limit ?`,
      [uuidOf('org', organizationId), before, limit + 1],
    );
    const page = pageOf(rows, limit, ({ sequence }) => sequence);
    return {
      items: page.items.map((row) => ({ ...row, id: publicId('aud', row.id), at: new Date(row.at) })),
      nextCursor: page.nextCursor,
    };
  },
);
