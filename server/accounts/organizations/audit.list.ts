import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { AuditEntry } from '../../platform/audit/audit.entity.js';
import { IsId } from '../../platform/constraints.js';
import { readRows } from '../../platform/database/rows.read.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { MemberRole } from '../member.entity.js';
import { requireMember } from '../members/index.js';

@ArgsType()
export class AuditEntriesArgs extends PageArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;
}

@ObjectType()
export class AuditEntryList {
  @Field(() => [AuditEntry])
  items: AuditEntry[];

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

/** The organization's audit log, newest first, for its admins and owners. */
export const listAuditEntries = operation(
  { name: 'auditEntries', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, limit, cursor }: AuditEntriesArgs): Promise<AuditEntryList> => {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const before = keyOfCursor(cursor, /^\d{1,15}$/) ?? '999999999999999';
    const rows = await readRows(
      ctx.em,
      AuditEntry,
      (of) =>
        of
          .where('organization_id', '=', uuidOf('org', organizationId) ?? '')
          .where('sequence', '<', before)
          .orderBy('sequence', 'desc')
          .limit(limit + 1),
      WHOLE,
    );
    return pageOf(rows, limit, ({ sequence }) => sequence);
  },
);
