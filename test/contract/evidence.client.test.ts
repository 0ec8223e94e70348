import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readPage, TEXT_MAX } from '../../server/intake/review/evidence.client.js';
import { type Outside, startOutside } from '../setup/outside.js';

let outside: Outside;
beforeAll(async () => {
  outside = await startOutside();
});
beforeEach(() => outside.reset());
afterAll(() => outside.close());

const read = (url: string) => readPage(url, { outboundAllow: [outside.host] });
const HTML = { 'content-type': 'text/html; charset=utf-8' };

it('answers the text of a page without its scripts, and where it came from', async () => {
  const page = '<title>Docs</title><script>alert(1)</script><p>One &amp; two</p><p>Three</p>';
  outside.serve('/docs', { content: page, headers: HTML });
  expect(await read(outside.redirect('/old', '/docs'))).toEqual({
    finalUrl: outside.url('/docs'),
    status: 200,
    text: 'Docs\n\nOne & two\n\nThree',
    isCut: false,
    problem: null,
  });
  expect(outside.requested.every(({ headers }) => headers.cookie === undefined)).toBe(true);
});

it('reads plain text, JSON and another charset as they are', async () => {
  expect(await read(outside.serve('/plain', 'a <b> c'))).toMatchObject({ text: 'a <b> c' });
  const json = { 'content-type': 'application/problem+json' };
  expect(await read(outside.serve('/json', { content: '{"a":1}', headers: json }))).toMatchObject({ text: '{"a":1}' });
  const latin = { 'content-type': 'text/plain; charset="ISO-8859-1"' };
  const content = Buffer.from('caf\xe9', 'latin1');
  expect(await read(outside.serve('/latin', { content, headers: latin }))).toMatchObject({ text: 'café' });
  const strange = { 'content-type': 'text/plain; charset=none-such' };
  expect(await read(outside.serve('/strange', { content: 'é', headers: strange }))).toMatchObject({ text: 'é' });
});

it('cuts a text at the bound and says so', async () => {
  expect(await read(outside.serve('/fits', 'a'.repeat(TEXT_MAX)))).toMatchObject({ isCut: false });
  const cut = await read(outside.serve('/long', `${'a'.repeat(TEXT_MAX - 1)}😀`));
  expect(cut).toMatchObject({ isCut: true, problem: null });
  expect(cut.text).toHaveLength(TEXT_MAX);
  expect(cut.text?.isWellFormed()).toBe(true);
});

it.each([
  ['a missing page', '/missing', {}, 'It answered with the status 404.', 404],
  ['a failing page', '/fails', { status: 503 }, 'It answered with the status 503.', 503],
  ['a picture', '/picture', { headers: { 'content-type': 'image/png' } }, 'The page is no text.', 200],
  ['a page without a type', '/typeless', { headers: { 'content-type': undefined } }, 'The page is no text.', 200],
  ['a page that is too large', '/large', { content: 'a'.repeat(1_048_577) }, 'The page is larger than 1 MiB.', null],
  [
    'a page that unpacks to too much',
    '/bomb',
    { content: gzipSync(Buffer.alloc(2_000_000)), headers: { 'content-encoding': 'gzip' } },
    'The page is larger than 1 MiB.',
    null,
  ],
] as const)('%s is an answer without a text', async (_what, path, page, problem, status) => {
  if (path !== '/missing') outside.serve(path, { content: 'x', ...page });
  expect(await read(outside.url(path))).toMatchObject({ text: null, status, problem });
});

it('follows no redirect into a private network, and no more than three', async () => {
  expect(await read(outside.redirect('/in', 'https://10.0.0.1/'))).toMatchObject({
    problem: 'The address is not public, or redirects to one that is not.',
  });
  for (let at = 0; at < 5; at += 1) outside.redirect(`/r${at}`, `/r${at + 1}`);
  expect(await read(outside.url('/r0'))).toMatchObject({ problem: 'It redirects more than 3 times.' });
});
