import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIfStale } from '../faults/gateway.process.js';
import { connectAgent, type Way } from '../setup/mcp.enterprise.js';
import {
  type AgentWorld,
  closeAgentWorld,
  openAgentWorld,
  TOOLS,
  testEnterpriseTools,
  verdictOf,
} from '../setup/mcp.enterprise.tests.js';
import { connectStdio, serving } from '../setup/mcp.process.js';

let world: AgentWorld;
beforeAll(async () => {
  await buildIfStale();
  world = await openAgentWorld();
});
afterAll(() => closeAgentWorld(world));

describe.each<Way>(['standard streams in 2025-11-25', 'standard streams in 2026-07-28'])('%s', (way) =>
  testEnterpriseTools(way, () => world),
);

describe('enterprise tools without an enterprise key', () => {
  it.each([
    ['no token', () => ({}), ['UNAUTHENTICATED', ' missing']],
    ['a workflow token', () => ({ DAI_TOKEN: world.app.credentials.workflowToken }), ['WRONG_CREDENTIAL']],
  ])('are not listed over standard streams with %s, and refuse the call', async (_what, env, verdict) => {
    const { app, token } = world;
    const host = await connectStdio(serving(app.url), { env: { ...env(), DAI_ENTERPRISE_TOKEN: token } });
    expect((await host.client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS.slice(0, 5));
    for (const input of [{ productId: 'own', periodDays: 30 }, { periods: 30 }])
      expect(verdictOf(await host.call('get_enterprise_report', input))).toEqual(verdict);
    await host.close();
  });

  it('name at each call that a key is no key', async () => {
    const host = await connectAgent('standard streams in 2025-11-25', world.app, `dae_${'a'.repeat(36)}`);
    expect(verdictOf(await host.call('get_enterprise_context'))).toEqual(['UNAUTHENTICATED', ' invalid']);
    await host.close();
  });
});
