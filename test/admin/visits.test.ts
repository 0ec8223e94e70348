import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { everythingHeld } from './held.js';
import { enter, expectSound, inBrowser, openPage, signIn } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

inBrowser('a page that is used for one visit after another', () => {
  it('shows the next one nothing of what was before, and listens and answers as a new one', async () => {
    const { owner } = app.credentials.users;
    // A profile from earlier files may be at its last visit, after which it is closed.
    const before = await openPage({ theme: 'dark', width: 320 }, { unused: true });
    await enter(before.page, app.url, owner);
    await before.page.evaluate(
      `localStorage.setItem('left', 'left-here'); sessionStorage.setItem('left', 'left-here')`,
    );
    await before.page.evaluate(`document.cookie = 'left=left-here'`);
    await before.page.route('**/graphql', (route) => route.abort());
    await before.close();

    const after = await openPage();
    expect(after.page).toBe(before.page);
    expect(after.page.url()).toBe('about:blank');
    await after.page.goto(`${app.url}/admin/#/me`);
    await after.page.getByRole('button', { name: 'Sign in' }).waitFor();
    const held = await everythingHeld(after.page);
    expect(held).not.toContain('left-here');
    expect(held).not.toContain(owner.email);
    expect(await after.page.context().cookies()).toEqual([]);
    expect(await after.page.evaluate('[innerWidth, matchMedia("(prefers-color-scheme: dark)").matches]')).toEqual([
      1280,
      false,
    ]);
    await enter(after.page, app.url, owner);
    await after.page.evaluate(`setTimeout(() => { throw new Error('of this visit') })`);
    await expect.poll(() => after.complaints).toEqual(['of this visit']);
    expect(before.complaints).toEqual([]);
    await after.close();
  });

  it('is closed where something would stay: a clock that was set, or a page that may be cached', async () => {
    const set = await openPage();
    await set.page.clock.install();
    await set.page.goto(`${app.url}/admin/`);
    await set.close();
    expect(set.page.isClosed()).toBe(true);
    const cached = await openPage();
    await cached.page.goto(`${app.url}/directory`);
    await cached.close();
    expect(cached.page.isClosed()).toBe(true);
  });
});

inBrowser('a page whose code comes late', () => {
  const view = { theme: 'dark', width: 320 } as const;

  /** Holds the code of a company's pages back, until it is let through. */
  async function openHeld() {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { page, close } = await openPage(view);
    await page.route('**/assets/CompanyPages-*', async (route) => {
      await released;
      await route.continue();
    });
    /** Whether something has ended by the time that the page, which has its menu, answers ten questions. */
    const hasEnded = async (doing: Promise<unknown>) => {
      let ended = false;
      void doing.finally(() => {
        ended = true;
      });
      await page.getByRole('button', { name: 'Menu' }).waitFor();
      for (let answered = 0; answered < 10; answered += 1) await page.evaluate('1');
      return ended;
    };
    return { page, close, release, hasEnded };
  }

  it('is not entered before it stands', async () => {
    const { page, close, release, hasEnded } = await openHeld();
    const entering = enter(page, app.url, app.credentials.users.owner);
    expect(await hasEnded(entering)).toBe(false);
    expect(await page.locator('h1').count()).toBe(0);
    release();
    await entering;
    await expect.poll(() => page.locator('h1').count()).toBe(1);
    await close();
  });

  it('is looked at when it stands', async () => {
    const { page, close, release, hasEnded } = await openHeld();
    await signIn(page, app.url, app.credentials.users.owner);
    await page.goto(`${app.url}/admin/`);
    await page.getByRole('button', { name: 'Menu' }).waitFor();
    const looking = expectSound(page, view, 'late');
    expect(await hasEnded(looking)).toBe(false);
    release();
    await looking;
    await close();
  });
});
