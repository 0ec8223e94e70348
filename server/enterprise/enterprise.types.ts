import { IsOptional } from 'class-validator';
import { ArgsType, Field, ID } from 'type-graphql';
import { IsProductId } from '../accounts/index.js';
import { IdOf } from '../platform/graphql/id.edge.js';

/** The enterprise reads by the names of their MCP tools (decisions §9); receipts hold them. */
export const ENTERPRISE_TOOLS = [
  'get_enterprise_context',
  'get_enterprise_report',
  'get_enterprise_actions',
  'enterprise_session_brief',
] as const;
export type EnterpriseTool = (typeof ENTERPRISE_TOOLS)[number];

/** The tools that answer on the free plan too; the paid plan opens the rest. */
const FREE_TOOLS: readonly EnterpriseTool[] = ['get_enterprise_context'];
export const PAID_TOOLS: readonly EnterpriseTool[] = ENTERPRISE_TOOLS.filter((tool) => !FREE_TOOLS.includes(tool));

/** Arguments of every enterprise read. */
@ArgsType()
export class EnterpriseArgs {
  @Field(() => ID, {
    nullable: true,
    description:
      'Needed of a signed-in person where the products of two of their organizations have the same id; an agent key has one organization.',
  })
  @IsOptional()
  @IdOf('org')
  organizationId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A product by the id that events carry; when absent, that of the agent key. A signed-in person names one.',
  })
  @IsOptional()
  @IsProductId()
  productId?: string | null;
}
