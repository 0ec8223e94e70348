import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { signIn as signInForCookie } from '../setup/ask.js';
import { openBrowser } from '../setup/browser.js';
import { clearProfile, openProfile, type Profile } from '../setup/browser.profile.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Places are named by their selectors; printing the markup of each would be a quarter of what a look costs. */
const AXE = `${axe}; axe.configure({ noHtml: true }); 0`;
/** One for all files of a worker; it ends with the process. */
const browser = await openBrowser();
/** Profiles of visits that have ended: a page that stays where it was loads the workspace again at half the cost. */
const idle: Profile[] = [];

if (!existsSync(path.resolve('admin', 'dist', 'index.html')))
  throw new Error('build the workspace first: npm run build:admin');

/** Tests in a real browser; skipped, loudly, only where none can be had. */
export const inBrowser = describe.skipIf(browser === null);

declare module 'vitest' {
  interface ProvidedContext {
    /** The project's own setting: the views in which every page is looked at. */
    views: keyof typeof VIEWS_OF;
  }
}

/** How a page is looked at. */
export interface View {
  readonly theme: 'light' | 'dark';
  readonly width: number;
  /** Other views in which each step of a story is looked at too, without telling the story again in them. */
  readonly also?: readonly View[];
}

const WIDEST: View = { theme: 'light', width: 1280 };
export const NARROWEST: View = { theme: 'dark', width: 320 };
const WIDE_DARK: View = { theme: 'dark', width: 1280 };
const NARROW_LIGHT: View = { theme: 'light', width: 360 };
const PICTURED: readonly [View, ...View[]] = [
  WIDEST,
  WIDE_DARK,
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
];
/** By the project: the views in which a story is told that is the same in all, and those of one that goes another way where the page is narrow. */
const VIEWS_OF = {
  /** Each step is looked at in all four views. */
  four: {
    same: [{ ...WIDEST, also: [NARROWEST, WIDE_DARK, NARROW_LIGHT] }],
    apart: [
      { ...WIDEST, also: [WIDE_DARK] },
      { ...NARROWEST, also: [NARROW_LIGHT] },
    ],
  },
  /** `npm run screenshots`: a desktop and a phone as people have them. */
  screenshots: { same: PICTURED, apart: PICTURED },
} as const satisfies Record<string, Record<'same' | 'apart', readonly [View, ...View[]]>>;

/** The views that every page is looked at in. */
export const VIEWS: readonly [View, ...View[]] = VIEWS_OF[inject('views')].same;
/** The same for a story that goes another way where the page is narrow, which is told for a wide one and for a narrow one. */
export const EACH_VIEW: readonly View[] = VIEWS_OF[inject('views')].apart;

export interface Visit {
  readonly page: Page;
  /** Errors of scripts and refusals of the content security policy; an answer of 4xx does not count. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** A page in a browser profile that holds nothing of an earlier visit; an `unused` one had no visit at all. */
export async function openPage(
  { theme, width }: View = WIDEST,
  {
    javaScriptEnabled = true,
    unused = false,
  }: { readonly javaScriptEnabled?: boolean; readonly unused?: boolean } = {},
): Promise<Visit> {
  if (!browser) throw new Error('there is no browser');
  const profile = (javaScriptEnabled && !unused && idle.pop()) || (await openProfile(browser, javaScriptEnabled));
  const { page } = profile;
  await show(page, { theme, width });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  return { page, complaints, close: () => leave(profile, javaScriptEnabled) };
}

async function show(page: Page, { theme, width }: View): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

async function leave(profile: Profile, again: boolean): Promise<void> {
  // A profile that cannot be emptied, as in the middle of loading, is closed.
  if (again && (await clearProfile(profile).catch(() => false))) idle.push(profile);
  else await profile.page.context().close();
}

/** Signs a person in by a cookie, as the form would that entrance.test fills in: what is opened next is theirs. */
export async function signIn(page: Page, url: string, person: { email: string; password: string }): Promise<void> {
  const cookies = (await signInForCookie({ url }, person)).split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url, httpOnly: true, sameSite: 'Lax' as const };
  });
  await page.context().addCookies(cookies);
  if (page.url() !== 'about:blank') await page.goto('about:blank'); // what stands there is of the caller before
}

/** Signs a person in and waits for the page that comes first: the navigation stands before it. */
export async function enter(page: Page, url: string, person: { email: string; password: string }): Promise<void> {
  await signIn(page, url, person);
  await page.goto(`${url}/admin/`);
  await page
    .getByRole('navigation', { name: 'Main' })
    .or(page.getByRole('button', { name: 'Menu' }))
    .waitFor();
  await waitUntilShown(page);
}

/** Opens a page of the workspace by its address and waits until it shows what it has asked for. */
export async function visit(page: Page, url: string, address: string, heading: string): Promise<void> {
  await page.goto(`${url}/admin/#${address}`);
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await waitUntilShown(page);
}

/** The parts that a page still lacks: its heading, or a part that says that it is loading. A dialog hides neither. */
const LACKING = `[
  ...(document.querySelector('h1') ? [] : ['the heading']),
  ...[...document.querySelectorAll('[role=status]')].map((one) => one.textContent).filter((text) => text.startsWith('Loading ')),
  ...[...document.querySelectorAll('[aria-busy=true]')].map(() => 'what is busy'),
]`;

/** Waits until the page has its heading and everything that it has asked for. */
export async function waitUntilShown(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(LACKING)).toEqual([]);
}

/** The faults that axe finds in the page as it is, rule by rule with the places. */
export async function findBarriers(page: Page, exceptRules: readonly string[] = []): Promise<string[]> {
  const rules = JSON.stringify(Object.fromEntries(exceptRules.map((rule) => [rule, { enabled: false }])));
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE);
  return page.evaluate<string[]>(`
    axe.run({ resultTypes: ['violations'], rules: ${rules} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`);
}

/** By how many pixels the page can be scrolled sideways. */
export const sidewaysBy = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** The parts of the page that have to be scrolled sideways to be seen; code may, and a row of tabs or of links. */
export const findCutOff = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('body *:not(pre)')]
    .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && !one.querySelector('[role=tablist]') && !one.matches('nav'))
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.className)`);

/** Keeps a picture of the whole page where SCREENSHOT_DIR says; without it there is nothing to keep. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOT_DIR;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

/** Until the page is drawn as its new width and theme want it. */
const REDRAWN =
  'new Promise((drawn) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(drawn)), 50))';

/** Finds nothing wrong with the page once it is shown, in every view: no barrier, nothing to scroll sideways, one h1; keeps a picture of it. */
export async function expectSound(page: Page, view: View, name: string): Promise<void> {
  await expectSoundIn(page, view, name);
  for (const other of view.also ?? []) {
    await show(page, other);
    await page.evaluate(REDRAWN);
    await expectSoundIn(page, other, name);
  }
  if (view.also) await show(page, view);
}

async function expectSoundIn(page: Page, { theme, width }: View, name: string): Promise<void> {
  await waitUntilShown(page);
  const look = async () => ({
    name,
    width,
    barriers: await findBarriers(page),
    sideways: await sidewaysBy(page),
    cutOff: await findCutOff(page),
    headings: await page.locator('h1').count(),
  });
  // A slow browser may still lay the page out for another width, or move what was just opened: what is wrong has to stay.
  await expect.poll(look).toEqual({ name, width, barriers: [], sideways: 0, cutOff: [], headings: 1 });
  await keepPicture(page, `${name}-${theme}-${width}`);
}
