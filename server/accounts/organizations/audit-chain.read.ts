import { IsOptional } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { type AuditChain, organizationChain, PLATFORM_CHAIN } from '../../platform/audit/audit.js';
import { verifyChain } from '../../platform/audit/audit.verify.js';
import { IsId } from '../../platform/constraints.js';
import type { RequestContext } from '../../platform/context.js';
import { operation } from '../../platform/operation.js';
import { MemberRole } from '../member.entity.js';
import { requireMember, reviewerOf } from '../members/index.js';

export const LOG = 'Whose log; absent: the platform’s own, which reviewers and operators write.';

@ArgsType()
export class AuditChainArgs {
  @Field(() => ID, { nullable: true, description: LOG })
  @IsOptional()
  @IsId('org')
  organizationId?: string | null;
}

@ObjectType({
  description: 'Whether an audit log is as it was written, recomputed from its first entry.',
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
