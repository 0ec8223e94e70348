import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { VERSION } from '../../platform/version.js';
import { mcpConfigOf } from './mcp-config.rules.js';
import type { McpConfig } from './mcp-config.types.js';

/** How MCP hosts reach this service, public: the same answer for all, without a token (decisions §6). */
export const readMcpConfig = operation(
  { name: 'mcpConfig', who: ANY_KIND, limit: 'public-read' },
  async function mcpConfig(ctx, _input: Record<string, never>): Promise<McpConfig> {
    const answer = mcpConfigOf(ctx.platform.config, VERSION);
    endIfNotModified(ctx, [answer]);
    return answer;
  },
);
