import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../platform/context.js';
import { listEnterpriseAuditReceipts } from './audit-receipt.operations.js';
import { EnterpriseAuditReceiptList, EnterpriseAuditReceiptsArgs } from './audit-receipt.types.js';
import { EnterpriseArgs } from './enterprise.types.js';
import { readEnterpriseContext } from './enterprise-context.operations.js';
import { EnterpriseContext } from './enterprise-context.types.js';

/** Binds what is read with an agent key to the schema. */
@Resolver()
export class EnterpriseResolver {
  @Query(() => EnterpriseContext)
  enterpriseContext(
    @Args(() => EnterpriseArgs) args: EnterpriseArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<EnterpriseContext> {
    return readEnterpriseContext(ctx, args);
  }

  @Query(() => EnterpriseAuditReceiptList)
  enterpriseAuditReceipts(
    @Args(() => EnterpriseAuditReceiptsArgs) args: EnterpriseAuditReceiptsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<EnterpriseAuditReceiptList> {
    return listEnterpriseAuditReceipts(ctx, args);
  }
}
