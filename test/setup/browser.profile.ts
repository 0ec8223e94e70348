import type { Browser, Page } from 'playwright-core';

/** A browser profile with its one page. */
export interface Profile {
  readonly page: Page;
  /** Addresses of documents, of its frames too, since it was empty. */
  readonly shown: Set<string>;
  visits: number;
}

/** A page that has loaded the workspace so often is replaced: its process keeps some of each. */
const VISITS_MAX = 25;
/** How long a page may take for what it is asked: a busy machine is slow, and a test that waits in vain fails anyway. */
const PATIENCE_MS = 60_000;
/** `SLOW_ANSWERS=400 npx vitest run --project slow test/admin` holds each answer back so many milliseconds: no test may notice. */
const SLOW_ANSWERS_MS = Number(process.env.SLOW_ANSWERS ?? 0);
const EVENTS = ['console', 'dialog', 'download', 'pageerror', 'request', 'requestfinished', 'response'] as const;

/** Opens a browser profile of its own. */
export async function openProfile(browser: Browser, javaScriptEnabled: boolean): Promise<Profile> {
  const context = await browser.newContext({ reducedMotion: 'reduce', javaScriptEnabled });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const shown = new Set<string>();
  page.on('framenavigated', (frame) => {
    const [address = ''] = frame.url().split(/[?#]/);
    if (address !== 'about:blank') shown.add(address);
  });
  if (SLOW_ANSWERS_MS > 0) await holdAnswers(page);
  return { page, shown, visits: 0 };
}

/** Holds every answer of the service back for as long as the page is open. */
async function holdAnswers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW_ANSWERS_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/**
 * Takes everything of a visit out of a profile: storage, cookies, rights, what listens and what answers in place of the service. False
 * where something would stay: a clock that was set, a second page, or an answer that may be cached, which only the workspace's may not. Such a
 * profile is closed.
 */
export async function clearProfile(profile: Profile): Promise<boolean> {
  const { page, shown } = profile;
  const context = page.context();
  profile.visits += 1;
  const [workspace = '', ...others] = shown;
  if (!workspace.endsWith('/admin/') || others.length > 0) return false;
  if (page.isClosed() || context.pages().length > 1 || profile.visits === VISITS_MAX) return false;
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })]);
  for (const event of EVENTS) page.removeAllListeners(event);
  if (await page.evaluate<boolean>(`'__pwClock' in window`)) return false; // a set clock cannot be taken off
  page.once('dialog', (dialog) => dialog.accept()); // of a form that asks whether to leave it
  // From here, not by a new address of the page: so it stays in the process that has the workspace compiled.
  await Promise.all([
    page.waitForURL('about:blank', { timeout: PATIENCE_MS }),
    page.evaluate(`location.replace('about:blank')`),
  ]);
  page.removeAllListeners('dialog');
  await page.evaluate('sessionStorage.clear()');
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(workspace).origin, storageTypes: 'all' });
  await session.detach();
  await Promise.all([context.clearCookies(), context.clearPermissions()]);
  shown.clear();
  return true;
}
