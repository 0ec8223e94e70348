import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSchema } from '../../server/app/schema.js';
import { readConfig } from '../../server/platform/config.js';
import { staticRoutes } from '../../server/public/pages.js';

let close: () => Promise<unknown>;
let url = '';
beforeAll(async () => {
  const app = express();
  app.use(staticRoutes(readConfig({}), await openSchema(), path.join(tmpdir(), 'nothing-is-built-here')));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => new Promise((ended) => server.close(ended));
});
afterAll(() => close());

describe('the pages of a clone that was installed without the packages for development', () => {
  for (const address of ['/admin', '/admin/', '/docs', '/docs/api'])
    it(`${address} says how it is built`, async () => {
      const reply = await fetch(url + address, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect(reply.status).toBe(404);
      expect(reply.headers.get('content-type')).toContain('text/html');
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(await reply.text()).toContain('<pre>npm ci --include=dev</pre>');
    });

  it('what needs no build is served', async () => {
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  });
});
