import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSchema } from '../../server/app/schema.js';
import { systemClock } from '../../server/platform/clock.js';
import { readConfig } from '../../server/platform/config.js';
import { loadPageBundle } from '../../server/public/page.bundle.js';
import { pagesUnbuilt } from '../../server/public/page.routes.js';
import { staticRoutes } from '../../server/public/pages.js';
import { readSources } from '../setup/sources.js';

const NOTHING = path.join(tmpdir(), 'nothing-is-built-here');

let close: () => Promise<unknown>;
let url = '';
beforeAll(async () => {
  const app = express();
  app.use(staticRoutes({ config: readConfig({}), clock: systemClock }, await openSchema(), NOTHING), pagesUnbuilt);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => new Promise((ended) => server.close(ended));
});
afterAll(() => close());

describe('the pages of a clone that was installed without the packages for development', () => {
  for (const address of ['/', '/directory', '/tools/stripe', '/admin', '/admin/', '/docs', '/docs/api'])
    it(`${address} says how it is built`, async () => {
      const reply = await fetch(url + address, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect(reply.status).toBe(404);
      expect(reply.headers.get('content-type')).toContain('text/html');
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(await reply.text()).toContain('<pre>npm ci --include=dev</pre>');
    });

  it('are not loaded, and nothing of React with them', async () => {
    expect(await loadPageBundle(NOTHING)).toBeNull();
    const users = [...readSources('server').values()].filter(({ imports }) =>
      imports.some(({ target }) => /^react(-dom)?(\/|$)/.test(target)),
    );
    expect(users.map(({ name }) => name)).toEqual([]);
  });

  it('what needs no build is served', async () => {
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  });
});
