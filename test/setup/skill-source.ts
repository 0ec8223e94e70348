import { startApp, type TestApp } from './app.js';
import { BALANCE, CREDITS, MONEY, providersAt, serveJson, USAGE } from './balances.js';
import { type Outside, startOutside } from './outside.js';
import { skillText } from './skills.js';

/** An application that may fetch from one server of the outside world, where a valid skill is; it is also the providers of balances. */
export interface SourcedApp extends TestApp {
  readonly outside: Outside;
  readonly skillUrl: string;
}

/** For tests of who may ask for a skill, and of every answer about one; on a database of its own unless one is given. */
export async function startSourcedApp(databaseUrl?: string, own: Record<string, string> = {}): Promise<SourcedApp> {
  const outside = await startOutside();
  const env = { OUTBOUND_ALLOW: outside.host, ...providersAt(outside), ...own };
  const app = await startApp({ env, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  serveJson(outside, USAGE, CREDITS);
  serveJson(outside, BALANCE, MONEY);
  return {
    ...app,
    outside,
    skillUrl: outside.serve('/release-notes/SKILL.md', skillText()),
    async close() {
      await app.close();
      await outside.close();
    },
  };
}
