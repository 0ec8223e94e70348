import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAgent, type Way } from '../setup/mcp.enterprise.js';
import {
  type AgentWorld,
  closeAgentWorld,
  openAgentWorld,
  testEnterpriseTools,
  verdictOf,
} from '../setup/mcp.enterprise.tests.js';

let world: AgentWorld;
beforeAll(async () => {
  world = await openAgentWorld();
});
afterAll(() => closeAgentWorld(world));

describe.each<Way>(['Streamable HTTP in 2025-11-25', 'Streamable HTTP in 2026-07-28'])('%s', (way) =>
  testEnterpriseTools(way, () => world),
);

describe('enterprise tools without an enterprise key', () => {
  it('name at each call of POST /mcp that the host did not expand the variable', async () => {
    const host = await connectAgent('Streamable HTTP in 2025-11-25', world.app, '${DAI_ENTERPRISE_TOKEN}');
    const refused = await host.call('get_enterprise_context');
    expect(verdictOf(refused)).toEqual(['UNAUTHENTICATED', ' placeholder_not_expanded']);
    expect(JSON.stringify(refused.structuredContent.next)).toContain('DAI_ENTERPRISE_TOKEN');
    await host.close();
  });
});
