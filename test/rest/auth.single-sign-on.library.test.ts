import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { beginSignOn, comeBack } from '../setup/single-sign-on.js';

/** An honest provider of another hand: `oidc-provider`, over real HTTP, with its own pages. */

let app: TestApp;
let server: Server;
let issuer = '';
beforeAll(async () => {
  server = createServer((req, res) => void handle(req, res));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await startApp({
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'dai', OIDC_CLIENT_SECRET: 'a-secret-of-the-provider' },
  });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'dai',
        client_secret: 'a-secret-of-the-provider',
        redirect_uris: [`${app.url}/api/auth/single-sign-on/callback/configuration`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true, name: 'Ada Example' }),
    }),
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
  });
  handle = provider.callback();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
});
let handle: (...call: Parameters<ReturnType<Provider['callback']>>) => unknown = () => undefined;

/** Follows the provider's pages as a browser does until it leads back to us. */
async function walk(start: string, email: string): Promise<string> {
  const jar = new Map<string, string>();
  const load = async (url: string, form?: Record<string, string>) => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return { text: await answer.text(), location: answer.headers.get('location') };
  };
  let page = await load(start);
  for (let steps = 0; steps < 12; steps += 1) {
    if (page.location?.startsWith(app.url)) return page.location;
    if (page.location) {
      const url = new URL(page.location, issuer).href;
      page = await load(url);
      const action = /action="([^"]+)"/.exec(page.text)?.[1];
      if (action && !page.location)
        page = await load(
          new URL(action, issuer).href,
          page.text.includes('name="login"')
            ? { prompt: 'login', login: email, password: 'any' }
            : { prompt: 'consent' },
        );
    } else throw new Error(`the provider stopped at ${page.text.slice(0, 500)}`);
  }
  throw new Error('the provider went round in circles');
}

it('signs a person in through a provider of another hand, whose answer works once', async () => {
  const email = 'ada@anywhere.example';
  const { url, cookie } = await beginSignOn(app, { email });
  const link = await walk(url, email);
  const back = await comeBack(link, cookie);
  expect(back.location).toBe('/admin/');
  const { data } = await askGraphql<{ viewer: { user: { email: string; emailVerified: boolean; name: string } } }>(
    app,
    '{ viewer { user { email emailVerified name } } }',
    {},
    { cookie: back.cookie },
  );
  expect(data?.viewer.user).toEqual({ email, emailVerified: true, name: 'Ada Example' });
  expect((await comeBack(link, cookie)).problem).toBe('ended');
  const other = await beginSignOn(app, { email });
  const raced = new URL(await walk(other.url, email));
  raced.searchParams.set('code', new URL(link).searchParams.get('code') ?? '');
  expect((await comeBack(raced.href, other.cookie)).problem).toBe('refused');
});
