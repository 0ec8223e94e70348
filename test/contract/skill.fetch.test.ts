import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Fault } from '../../server/platform/fault.js';
import { fetchSkill } from '../../server/skills/skill.fetch.js';
import { type Outside, type OutsidePage, startOutside } from '../setup/outside.js';

let outside: Outside;
beforeAll(async () => {
  outside = await startOutside();
});
afterEach(() => {
  vi.useRealTimers();
  outside.reset();
});
afterAll(() => outside.close());

const fetchIt = (url: string) => fetchSkill(url, { outboundAllow: [outside.host] });
const SKILL = '---\nname: a\n---\n';

/** The code of the fault and of the wrong field, as `VALIDATION_FAILED too_large`. */
async function faultOf(page: OutsidePage | string): Promise<string> {
  const url = typeof page === 'string' ? page : outside.serve('/SKILL.md', page);
  const fault: unknown = await fetchIt(url).then(
    () => 'fetched',
    (thrown: unknown) => thrown,
  );
  if (!(fault instanceof Fault)) return String(fault);
  expect(fault.because).toBeInstanceOf(Error);
  expect(JSON.stringify([fault.message, fault.errors, String(fault.because)])).not.toContain('hunter2');
  for (const one of fault.errors ?? [])
    expect(one).toMatchObject({ pointer: '/skillUrl', detail: expect.any(String), hint: expect.any(String) });
  return [fault.code, ...(fault.errors ?? []).map(({ code }) => code)].join(' ');
}

describe('fetching the source of a skill', () => {
  it('answers its bytes as they came and where they were found', async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('größe\r\n'), 0xff]);
    expect(await fetchIt(outside.serve('/SKILL.md', bytes))).toEqual({ bytes, finalUrl: outside.url('/SKILL.md') });
  });

  it('follows three redirects, to a file of any name, and leaves the query of a signed address out', async () => {
    outside.serve('/store/1?signature=secret', { content: gzipSync(SKILL), headers: { 'content-encoding': 'gzip' } });
    outside.redirect('/1', '/store/1?signature=secret');
    outside.redirect('/2', '/1');
    const { bytes, finalUrl } = await fetchIt(outside.redirect('/SKILL.md', '/2'));
    expect({ text: bytes.toString(), finalUrl }).toEqual({ text: SKILL, finalUrl: outside.url('/store/1') });
    expect(await faultOf(outside.redirect('/4', '/SKILL.md'))).toBe('VALIDATION_FAILED too_many_redirects');
  });

  it('takes 256 KiB and no more', async () => {
    const { bytes } = await fetchIt(outside.serve('/SKILL.md', 'x'.repeat(262_144)));
    expect(bytes.length).toBe(262_144);
    expect(await faultOf({ content: 'x'.repeat(262_145) })).toBe('VALIDATION_FAILED too_large');
    expect(await faultOf({ content: gzipSync('x'.repeat(300_000)), headers: { 'content-encoding': 'gzip' } })).toBe(
      'VALIDATION_FAILED too_large',
    );
  });

  it.each([
    ['https://127.0.0.1/SKILL.md', 'address_not_allowed'],
    ['https://metadata.google.internal/SKILL.md', 'address_not_allowed'],
    ['http://example.com/SKILL.md', 'address_not_allowed'],
    ['https://example.com:8443/SKILL.md', 'address_not_allowed'],
    ['https://a:hunter2@example.com/SKILL.md', 'address_not_allowed'],
  ])('refuses %s, also as a redirect', async (url, code) => {
    expect(await faultOf(url)).toBe(`VALIDATION_FAILED ${code}`);
    expect(await faultOf({ status: 302, headers: { location: url } })).toBe(`VALIDATION_FAILED ${code}`);
  });

  it.each(['text/html', 'application/json', 'image/png'])('refuses %s', async (type) => {
    expect(await faultOf({ content: SKILL, headers: { 'content-type': type } })).toBe('VALIDATION_FAILED not_text');
  });

  it.each([
    [401, 'VALIDATION_FAILED refused_by_source'],
    [403, 'VALIDATION_FAILED refused_by_source'],
    [404, 'VALIDATION_FAILED not_found_at_source'],
    [410, 'VALIDATION_FAILED not_found_at_source'],
    [204, 'PROVIDER_FAILED'],
    [206, 'PROVIDER_FAILED'],
    [300, 'PROVIDER_FAILED'],
    [302, 'PROVIDER_FAILED'],
    [304, 'PROVIDER_FAILED'],
    [400, 'PROVIDER_FAILED'],
    [429, 'PROVIDER_FAILED'],
    [451, 'PROVIDER_FAILED'],
    [500, 'PROVIDER_FAILED'],
    [503, 'PROVIDER_FAILED'],
  ])('turns the status %i into %s and passes nothing of the answer on', async (status, expected) => {
    const headers = { 'content-type': 'text/html', 'retry-after': 'hunter2', 'www-authenticate': 'hunter2' };
    expect(await faultOf({ status, headers, content: 'hunter2 '.repeat(100_000) })).toBe(expected);
  });

  it('calls a source that is away, or compresses as no one asked, failed', async () => {
    const gone = await startOutside();
    await gone.close();
    const away = fetchSkill(gone.url('/SKILL.md'), { outboundAllow: [gone.host] });
    await expect(away).rejects.toMatchObject({ code: 'PROVIDER_FAILED', status: 502 });
    expect(await faultOf({ content: SKILL, headers: { 'content-encoding': 'zstd' } })).toBe('PROVIDER_FAILED');
  });

  it('waits eight seconds and not longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const fault = faultOf({ wait: new Promise(() => {}) });
    await outside.reached('/SKILL.md');
    vi.advanceTimersByTime(7_999);
    const state = await Promise.race([fault, new Promise((settle) => setImmediate(settle, 'still waiting'))]);
    expect(state).toBe('still waiting');
    vi.advanceTimersByTime(1);
    expect(await fault).toBe('PROVIDER_TIMEOUT');
  });
});
