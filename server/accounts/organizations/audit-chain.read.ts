import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { organizationChain } from '../../platform/audit/audit.js';
import { verifyChain } from '../../platform/audit/audit.verify.js';
import { IsId } from '../../platform/constraints.js';
import { operation } from '../../platform/operation.js';
import { MemberRole } from '../member.entity.js';
import { requireMember } from '../members/index.js';

@ArgsType()
export class AuditChainArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;
}

@ObjectType({
  description: 'Whether an organization’s audit log is as it was written, recomputed from its first entry.',
})
export class AuditChainState {
  @Field(() => Boolean, {
    description: 'True when every entry carries the hash of the one before and of its own facts.',
  })
  intact: boolean;

  @Field(() => Int)
  entries: number;

  @Field(() => Int, { description: 'Entries whose values were erased; their hashes stay and hold.' })
  erased: number;

  @Field(() => String, { nullable: true, description: 'The hash of the last entry; null for an empty log.' })
  head: string | null;

  @Field(() => Int, { nullable: true, description: 'The number of the first entry that does not hold.' })
  firstBroken: number | null;
}

/** Recomputes an organization's chain for its admins and owners. It reads the whole log, so it counts with the costly operations. */
export const readAuditChain = operation(
  { name: 'auditChain', who: ['session'], limit: 'credential' },
  async (ctx, { organizationId }: AuditChainArgs): Promise<AuditChainState> => {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const verdict = await verifyChain(ctx.em, organizationChain(organizationId));
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
