import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';

// The pattern that looks for secrets in a path to be logged read the rest of it again from every letter: 1.4 seconds for one such request.
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it.each(['a', 'A', '-'])(
  'a hundred paths of fifteen thousand characters, %s again and again, are answered one after another',
  async (piece) => {
    for (let sent = 0; sent < 100; sent += 1) {
      const { status } = await ask(`${app.url}/no-such-path/${piece.repeat(15_000)}`);
      expect(status).toBe(404);
    }
  },
);
