import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { attacksByClass, casesOf } from '../setup/hostile.factors.js';
import { passkeyAttacks } from '../setup/hostile.passkeys.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ host: 'localhost' });
});
afterAll(() => app.close());

const passkeyCases = casesOf(passkeyAttacks);

describe('an attack on a second factor or a session', () => {
  it('is one of more than twenty', () => {
    expect(attacksByClass.length).toBeGreaterThan(20);
  });

  it.each(attacksByClass)('does not pass: %s', async (_name, attack) => {
    expect(await attack(app)).toBe('refused');
  });

  it.each(passkeyCases)('by a passkey does not pass: %s', async (_name, attack) => {
    expect(await attack(app)).toBe('refused');
  });
});
