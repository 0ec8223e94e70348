import fs from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import packed, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Its own arguments would switch off what these tests look for: same-origin rules and mixed content. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  // No page lives long enough here to gain from optimized code: compiling it took a quarter of all that a page costs.
  '--js-flags=--no-opt --no-maglev',
];
const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

interface Program {
  readonly executablePath: string;
  readonly libraryPath?: string;
}

/** A Chromium from CHROMIUM_PATH, else the packaged one with the libraries it brings, else the system's; null if there is none. */
async function findProgram(): Promise<Program | null> {
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH };
  if (process.platform === 'linux' && process.arch === 'x64') {
    packed.setGraphicsMode = false;
    const executablePath = await packed.executablePath();
    const home = path.dirname(findPackageJSON('@sparticuz/chromium', import.meta.url) ?? '');
    const libraries = await inflate(path.join(home, 'bin', 'al2023.tar.br'));
    return { executablePath, libraryPath: path.join(libraries, 'lib') };
  }
  const executablePath = SYSTEM_BROWSERS.find((file) => fs.existsSync(file));
  return executablePath ? { executablePath } : null;
}

/** The same; null with a warning if it can't be unpacked. */
export const unpackProgram = (): Promise<Program | null> =>
  findProgram().catch((error: unknown) => {
    console.warn('the packaged Chromium could not be unpacked', error);
    return null;
  });

/** Starts a real browser, or answers null where none can be had; in CI that is a failure, since the tests would not run. */
export async function openBrowser(): Promise<Browser | null> {
  const program = await unpackProgram();
  if (!program) {
    if (process.env.CI) throw new Error('no Chromium for the browser tests: set CHROMIUM_PATH');
    console.warn('\n*** BROWSER TESTS SKIPPED: no Chromium. Set CHROMIUM_PATH to run them. ***\n');
    return null;
  }
  const { executablePath, libraryPath } = program;
  return chromium.launch({
    executablePath,
    headless: true,
    args: ARGS,
    env: { ...process.env, ...(libraryPath ? { LD_LIBRARY_PATH: libraryPath } : {}) },
  });
}
