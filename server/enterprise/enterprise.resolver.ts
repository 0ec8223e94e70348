import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../platform/context.js';
import { readEnterpriseActions } from './actions.operations.js';
import { EnterpriseActions, EnterpriseActionsArgs } from './actions.types.js';
import { listEnterpriseAuditReceipts } from './audit-receipt.operations.js';
import { EnterpriseAuditReceiptList, EnterpriseAuditReceiptsArgs } from './audit-receipt.types.js';
import type { EnterpriseParts } from './enterprise.open.js';
import { EnterpriseArgs } from './enterprise.types.js';
import { readEnterpriseContext } from './enterprise-context.operations.js';
import { EnterpriseContext } from './enterprise-context.types.js';
import { readEnterpriseReport } from './report.operations.js';
import { EnterpriseReport, EnterpriseReportArgs } from './report.types.js';
import { readEnterpriseSessionBrief } from './session-brief.operations.js';
import { EnterpriseSessionBrief, EnterpriseSessionBriefArgs } from './session-brief.types.js';

/** Binds what is read with an agent key to the schema. */
@Resolver()
export class EnterpriseResolver {
  @Query(() => EnterpriseContext, {
    description: 'Product, plan, sources and limits of the caller: read it before the others.',
  })
  enterpriseContext(
    @Args(() => EnterpriseArgs) args: EnterpriseArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<EnterpriseContext> {
    return readEnterpriseContext(ctx, args);
  }

  @Query(() => EnterpriseAuditReceiptList, {
    description: 'Enterprise reads of an organization, newest first, for its owners and admins.',
  })
  enterpriseAuditReceipts(
    @Args(() => EnterpriseAuditReceiptsArgs) args: EnterpriseAuditReceiptsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<EnterpriseAuditReceiptList> {
    return listEnterpriseAuditReceipts(ctx, args);
  }

  @Query(() => EnterpriseReport, { description: 'The company view of a product with grades, nulls and their reasons.' })
  enterpriseReport(
    @Args(() => EnterpriseReportArgs) args: EnterpriseReportArgs,
    @Ctx() ctx: RequestContext<EnterpriseParts>,
  ): Promise<EnterpriseReport> {
    return readEnterpriseReport(ctx, args);
  }

  @Query(() => EnterpriseActions, { description: 'Steps that the figures of a product call for, most urgent first.' })
  enterpriseActions(
    @Args(() => EnterpriseActionsArgs) args: EnterpriseActionsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<EnterpriseActions> {
    return readEnterpriseActions(ctx, args);
  }

  @Query(() => EnterpriseSessionBrief, { description: 'Findings and questions from given, sample or live numbers.' })
  enterpriseSessionBrief(
    @Args(() => EnterpriseSessionBriefArgs) args: EnterpriseSessionBriefArgs,
    @Ctx() ctx: RequestContext<EnterpriseParts>,
  ): Promise<EnterpriseSessionBrief> {
    return readEnterpriseSessionBrief(ctx, args);
  }
}
