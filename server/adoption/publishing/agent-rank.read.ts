import type { RequestContext } from '../../platform/context.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { agentRankContract } from './agent-rank.rules.js';
import { agentRankSchema } from './agent-rank.schema.js';
import type { AgentRankContract } from './agent-rank.types.js';

/** The contract of the score. */
export const readAgentRank = operation(
  { name: 'agentRank', who: ANY_KIND, limit: 'public-read' },
  async function agentRank(ctx: RequestContext, _input: Record<string, never>): Promise<AgentRankContract> {
    endIfNotModified(ctx, ['agent-rank', agentRankContract]);
    return { ...agentRankContract, schema: `${ctx.platform.config.baseUrl}${agentRankSchema.$id}` };
  },
);
