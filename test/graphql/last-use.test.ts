import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CredentialUses } from '../../server/accounts/accounts.context.js';
import { openCredentialUses } from '../../server/accounts/credentials/credential-use.job.js';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { createToken, tokenIdOf } from '../setup/tokens.js';

let app: TestApp;
let uses: CredentialUses;
beforeAll(async () => {
  app = await startApp();
});
afterEach(async () => {
  await uses.close();
  vi.useRealTimers();
});
afterAll(() => app.close());

const START = Date.parse('2026-11-20T12:00:00Z');
const seconds = (count: number): Date => new Date(START + count * 1_000);

/** A log of uses on the real database whose time the test moves. */
function openUses(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  uses = openCredentialUses(app.app.platform.em, app.app.platform.log);
}

async function newToken(): Promise<string> {
  const token = await createToken(app, app.credentials.workflowToken);
  return (await tokenIdOf(app, token)).slice(4);
}

async function usedAt(uuid: string): Promise<string | undefined> {
  const rows = await query<{ at: string }>(
    app.databaseUrl,
    'select last_used_at::text as at from credential_use where credential_id = $1',
    [uuid],
  );
  const at = rows[0]?.at ?? 'none';
  return at === '-infinity' ? 'never' : new Date(at).toISOString();
}

/** Lets time pass until another token's first use is written, which ends the same write. */
async function pass(count: number): Promise<void> {
  const other = await newToken();
  uses.note(other, seconds(0));
  vi.advanceTimersByTime(count * 1_000);
  await vi.waitFor(async () => expect(await usedAt(other)).toBe(seconds(0).toISOString()));
}

describe('the last use of a token', () => {
  it('is written beside the requests: a first one soon, later ones once a minute', async () => {
    openUses();
    const token = await newToken();
    uses.note(token, seconds(0));
    expect(await usedAt(token)).toBe('never');
    await pass(5);
    expect(await usedAt(token)).toBe(seconds(0).toISOString());
    uses.note(token, seconds(10));
    await pass(30);
    expect(await usedAt(token)).toBe(seconds(0).toISOString());
    uses.note(token, seconds(40));
    await pass(30);
    expect(await usedAt(token)).toBe(seconds(40).toISOString());
  });

  it('is not lost when the process ends within that minute', async () => {
    openUses();
    const token = await newToken();
    uses.note(token, seconds(0));
    await pass(5);
    uses.note(token, seconds(20));
    await uses.close();
    expect(await usedAt(token)).toBe(seconds(20).toISOString());
  });

  it('never goes back, whichever process writes last', async () => {
    openUses();
    const token = await newToken();
    const late = openCredentialUses(app.app.platform.em, app.app.platform.log);
    late.note(token, seconds(100));
    await late.close();
    uses.note(token, seconds(90));
    uses.note(token, seconds(80));
    await uses.flush();
    expect(await usedAt(token)).toBe(seconds(100).toISOString());
  });

  it('waits for the database when that is away, and is written then', async () => {
    let isAway = true;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    uses = openCredentialUses(() => {
      if (isAway) throw new Error('the database is away');
      return app.app.platform.em();
    }, app.app.platform.log);
    const token = await newToken();
    uses.note(token, seconds(0));
    await uses.flush();
    expect(await usedAt(token)).toBe('never');
    isAway = false;
    await pass(5);
    expect(await usedAt(token)).toBe(seconds(0).toISOString());
  });
});
