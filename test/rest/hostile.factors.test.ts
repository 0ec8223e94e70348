import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { attacksByClass } from '../setup/hostile.factors.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('an attack on a second factor or a session', () => {
  it('is one of more than twenty', () => {
    expect(attacksByClass.length).toBeGreaterThan(20);
  });

  it.each(attacksByClass)('does not pass: %s', async (_name, attack) => {
    expect(await attack(app)).toBe('refused');
  });
});
