import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../setup/app.js';
import { type SignOnWorld, signOnAttacks } from '../setup/hostile.single-sign-on.js';
import { startIdentityProvider } from '../setup/identity-provider.js';
import { makeSignOnCompany } from '../setup/single-sign-on.js';

let world: SignOnWorld;
const trap = { url: '', hits: 0 };
const server = createServer((_req, res) => {
  trap.hits += 1;
  res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  trap.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [provider, other] = await Promise.all([startIdentityProvider(), startIdentityProvider()]);
  const app = await startApp({ env: { OUTBOUND_ALLOW: `${provider.host},${other.host}` } });
  world = { app, provider, other, trap, company: await makeSignOnCompany(app, provider) };
});
afterAll(async () => {
  server.close();
  await Promise.all([world.app.close(), world.provider.close(), world.other.close()]);
});

const cases = Object.entries(signOnAttacks).flatMap(([name, attacks]) =>
  Object.entries(attacks).map(([how, attack]) => [`${name}: ${how}`, attack] as const),
);

describe('an attack on single sign-on', () => {
  it('is one of twenty and more, of ten classes', () => {
    expect(cases.length).toBeGreaterThan(20);
    expect(Object.keys(signOnAttacks).length).toBeGreaterThanOrEqual(10);
  });

  it.each(cases)('does not pass: %s', async (_name, attack) => {
    expect(await attack(world)).toBe('refused');
  });
});
