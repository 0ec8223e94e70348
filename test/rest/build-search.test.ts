import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadLexicon } from '../../server/directory/index.js';
import { composeBrief } from '../../server/planning/brief.compose.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { addMeasure, addTools, changeTools, makeFacts, TRIAL } from '../setup/plans.js';
import { countRows } from '../setup/rows.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await addTools(
    app,
    makeFacts('alpha-pay', { pricing: { model: 'usage', freeTier: null, url: null } }),
    makeFacts('beta-pay', { maturity: 'beta' }),
    makeFacts('omni', {
      capabilities: ['authentication', 'payments', 'email-sending'],
      interfaces: ['rest', 'mcp'],
      docs: { url: 'https://omni.example/docs', llmsTxt: 'https://omni.example/llms.txt', openapi: null },
    }),
    makeFacts('free-auth', {
      capabilities: ['authentication'],
      pricing: { model: 'open_source', freeTier: null, url: null },
    }),
    makeFacts('mail-one', { capabilities: ['email-sending'] }),
    makeFacts('old-mail', { capabilities: ['email-sending'], maturity: 'deprecated' }),
    makeFacts('old-sms', { capabilities: ['sms'], maturity: 'deprecated' }),
  );
  await addMeasure(app, 'alpha-pay', 7_300_000);
});
afterAll(() => app.close());

/** The longest time for which the process looked after nothing else during a call, as a part of the call; in time of the processor, so that a busy machine is no pause. */
async function longestPause(call: () => Promise<{ errors?: unknown }>): Promise<number> {
  const beats: number[] = [];
  let beat = setImmediate(function next() {
    const { user, system } = process.cpuUsage();
    beats.push(user + system);
    beat = setImmediate(next);
  });
  const { errors } = await call();
  clearImmediate(beat);
  expect(errors ?? []).toEqual([]);
  const pauses = beats.slice(1).map((at, index) => at - (beats[index] ?? at));
  return Math.max(...pauses) / ((beats.at(-1) ?? 0) - (beats[0] ?? 0));
}

interface Tool {
  slug: string;
  categories: string[];
  capabilities: string[];
  pricing: { model: string };
  maturity: string;
}
interface Answer {
  receipt: { id: string; query: string; asOf: string; expiresAt: string; resultDigest: string };
  capabilities: { id: string; title: string; phrase: string }[];
  recommendations: {
    id: string;
    title: string;
    fit: number;
    roles: {
      capability: string;
      tool: Tool;
      why: string[];
      alternatives: { slug: string; why: string }[];
      offers: unknown[];
    }[];
    gaps: { capability: string; reason: string }[];
    labels: string[];
  }[];
  facets: Record<string, { value: string; count: number }[]>;
  notices: string[];
  saved: boolean;
  code: string;
  errors: { pointer: string; code: string }[];
}

const THREE = 'payments, login and transactional email';
const search = (parameters: Record<string, string | string[]>, headers: Record<string, string> = {}) => {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  return ask<Answer>(`${app.url}/api/build/search?${new URLSearchParams(pairs)}`, { headers });
};
const trial = async (intent: string, more: Record<string, string | string[]> = {}) =>
  (await search({ intent, category: TRIAL, ...more })).body;
const toolsOf = ({ roles }: Answer['recommendations'][number]) =>
  Object.fromEntries(roles.map(({ capability, tool }) => [capability, tool.slug]));

describe('GET /api/build/search · 200', () => {
  it('answers stacks for an intent, each part with its reasons, and saves nothing', async () => {
    const before = await countRows(app);
    const reply = await search({ intent: THREE });
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.body).sort()).toEqual(
      ['capabilities', 'facets', 'notices', 'receipt', 'recommendations', 'saved'].sort(),
    );
    expect(reply.body.saved).toBe(false);
    expect(reply.body.capabilities.map(({ id }) => id).sort()).toEqual(['authentication', 'email-sending', 'payments']);
    expect(reply.body.recommendations.length).toBe(5);
    for (const { roles, gaps, fit } of reply.body.recommendations) {
      expect(gaps).toEqual([]);
      expect(fit).toBeGreaterThan(0);
      expect(fit).toBeLessThanOrEqual(1);
      for (const { capability, tool, why, alternatives } of roles) {
        expect(tool.capabilities).toContain(capability);
        expect(why.length).toBeGreaterThan(0);
        expect(alternatives.map(({ slug }) => slug)).not.toContain(tool.slug);
      }
    }
    expect(await countRows(app)).toEqual(before);
  });

  it('never answers two equal stacks, and names the idea of each', async () => {
    const { recommendations } = await trial(THREE, { limit: '20' });
    const keys = recommendations.map((one) => JSON.stringify(toolsOf(one)));
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(recommendations.map(({ id }) => id)).size).toBe(keys.length);
    expect(new Set(recommendations.map(({ title }) => title)).size).toBe(keys.length);
    expect(recommendations[0]?.title).toBe('Best fit for each part');
    const fewest = recommendations.find(({ title }) => title.startsWith('Fewest vendors'));
    expect(new Set(fewest?.roles.map(({ tool }) => tool.slug))).toEqual(new Set(['omni']));
    const open = recommendations.find(({ title }) => title.startsWith('Open source'));
    expect(open?.title).toBe('Open source where possible: 1 of 3 parts');
    expect(toolsOf(open ?? ({ roles: [] } as never)).authentication).toBe('free-auth');
  });

  it('takes what is for the capability first and is proven, and tells the figure with label and day', async () => {
    const { recommendations } = await trial('payments');
    const [role] = recommendations[0]?.roles ?? [];
    expect(role?.tool.slug).toBe('alpha-pay');
    expect(role?.why).toContain('7,300,000 weekly downloads of npm:alpha-pay (public-source, 2026-11-15)');
    expect(recommendations[0]?.labels).toEqual(['public-source']);
  });

  it('gives sponsorship no place', async () => {
    const before = await trial(THREE, { limit: '20' });
    await changeTools(app, ['beta-pay'], "update tool set sponsored = true where slug = 'beta-pay'");
    const after = await trial(THREE, { limit: '20' });
    expect(after.recommendations.map(toolsOf)).toEqual(before.recommendations.map(toolsOf));
    await changeTools(app, ['beta-pay'], "update tool set sponsored = false where slug = 'beta-pay'");
  });

  it('takes a tool that the intent names, says so, and keeps it in every stack', async () => {
    const { recommendations } = await trial('beta-pay payments and login', { limit: '20' });
    expect(recommendations.length).toBeGreaterThan(1);
    for (const { roles } of recommendations) {
      const role = roles.find(({ capability }) => capability === 'payments');
      expect([role?.tool.slug, role?.why[0]]).toEqual(['beta-pay', 'you named it']);
    }
  });

  it('does not take a named tool that a filter forbids, and says so', async () => {
    const { recommendations, notices } = await trial('alpha-pay payments', { pricing: 'freemium' });
    expect(recommendations.flatMap(({ roles }) => roles.map(({ tool }) => tool.slug))).not.toContain('alpha-pay');
    expect(notices.join(' ')).toContain('alpha-pay was named and is not taken');
  });

  it('does not take what the intent says it does not want', async () => {
    const without = await trial('payments and login, but not beta-pay', { limit: '20' });
    expect(without.recommendations.flatMap(({ roles }) => roles.map(({ tool }) => tool.slug))).not.toContain(
      'beta-pay',
    );
    expect(without.notices.join(' ')).toContain('Not taken, as the intent says: beta-pay');
    const instead = await trial('an alternative to beta-pay', { limit: '20' });
    expect(instead.capabilities.map(({ id }) => id)).toEqual(['payments']);
    expect(instead.recommendations.flatMap(({ roles }) => roles.map(({ tool }) => tool.slug))).not.toContain(
      'beta-pay',
    );
    const fewer = await trial('payments, no login');
    expect(fewer.capabilities.map(({ id }) => id)).toEqual(['payments']);
    expect(fewer.notices.join(' ')).toContain('Left out, as the intent says: authentication');
  });

  it('lets a wish in the intent decide between tools, and says so', async () => {
    expect(toolsOf((await trial('login')).recommendations[0] as never).authentication).toBe('omni');
    const { recommendations } = await trial('open source login');
    expect(recommendations[0]?.roles[0]?.tool.slug).toBe('free-auth');
    expect(recommendations[0]?.roles[0]?.why).toContain('open source, as you asked');
  });

  it('leaves a gap with its reason where no tool passes, never a bad guess', async () => {
    const { recommendations } = await trial('login and sms', { pricing: ['open_source', 'freemium'] });
    expect(recommendations[0]?.roles.map(({ capability }) => capability)).toEqual(['authentication']);
    expect(recommendations[0]?.gaps).toEqual([{ capability: 'sms', reason: expect.stringContaining('deprecated') }]);
    const none = await trial('payments', { maturity: 'experimental' });
    expect(none.recommendations).toMatchObject([{ roles: [], gaps: [{ capability: 'payments' }], fit: 0 }]);
    expect(none.recommendations[0]?.gaps[0]?.reason).toContain('maturity: experimental');
  });

  it('never takes a deprecated tool that no one named', async () => {
    const { recommendations } = await trial('transactional email', { limit: '20' });
    const taken = recommendations.flatMap(({ roles }) => roles.map(({ tool }) => tool.slug));
    expect(taken).toContain('mail-one');
    expect(taken).not.toContain('old-mail');
  });

  it('keeps filters in every part, and its facets count what can take one', async () => {
    const { recommendations, facets } = await trial(THREE, { pricing: ['open_source', 'freemium'], limit: '20' });
    for (const { roles } of recommendations)
      for (const { tool } of roles) expect(['open_source', 'freemium']).toContain(tool.pricing.model);
    expect(facets.pricing).toEqual([
      { value: 'freemium', count: 3 },
      { value: 'open_source', count: 1 },
    ]);
    expect(facets.category).toEqual([{ value: TRIAL, count: 4 }]);
  });

  it('says what was not understood and what to say instead', async () => {
    const { recommendations, notices } = await trial('zorbly frumious bandersnatch');
    expect(recommendations).toMatchObject([
      { id: 'stk.none', roles: [], gaps: [{ capability: 'zorbly frumious bandersnatch' }] },
    ]);
    expect(notices[0]).toContain('bandersnatch');
    expect(notices[0]).toContain('sign-in, card payments');
  });

  it('answers the same by GraphQL', async () => {
    const parameters = { intent: THREE, category: TRIAL, limit: '2' };
    const rest = (await search(parameters)).body;
    const reply = await askGraphql<{ buildSearch: Answer }>(
      app,
      `{ buildSearch(intent: "${THREE}", category: ["${TRIAL}"], limit: 2) {
        receipt { id resultDigest } recommendations { id title fit roles { capability tool { slug } } } notices saved } }`,
    );
    expect(reply.data?.buildSearch.receipt).toMatchObject({
      id: rest.receipt.id,
      resultDigest: rest.receipt.resultDigest,
    });
    expect(reply.data?.buildSearch.recommendations.map(({ id }) => id)).toEqual(
      rest.recommendations.map(({ id }) => id),
    );
  });

  it.each([
    ['directoryContext', (q: string) => `directoryContext(q: "${q}", limit: 50) { total }`],
    ['offers', (words: string) => `offers(query: "${words}", limit: 50) { total }`],
  ])('lets others in between when one document asks for %s many times', async (_name, field) => {
    const document = (round: number) =>
      `{ ${Array.from({ length: 8 }, (_, at) => `a${at}: ${field(`${THREE}, search, queues and maps ${round}${at}`)}`).join('\n')} }`;
    await askGraphql(app, document(0)); // what is made once for each catalog is made
    const longest: number[] = [];
    for (let round = 1; round <= 5; round += 1)
      longest.push(await longestPause(() => askGraphql(app, document(round))));
    // One collection of garbage can be the greater part of a round, but not of every one; a document that is answered in one go always is.
    expect(Math.min(...longest)).toBeLessThan(0.5);
  });

  it('is made in more steps than it has parts, between which others get their turn', async () => {
    const snapshot = await app.app.parts.catalog.read();
    const words = [...loadLexicon().titles.values()].join(', ').slice(0, 4_000);
    const scene = { snapshot, now: app.clock.now(), baseUrl: app.url };
    let steps = 0;
    const making = composeBrief(words, {}, scene);
    let made = making.next();
    for (; !made.done; made = making.next()) steps += 1;
    expect(made.value.content.capabilities).toHaveLength(40);
    expect(steps).toBeGreaterThan(2 * 40); // to find the tools of each part, and to write each role for the digest
  });

  it('has at most 40 parts, and names what it leaves out', async () => {
    const titles = [...loadLexicon().titles.values()].slice(0, 60);
    const { body } = await search({ intent: titles.join(', '), limit: '1' });
    expect(body.capabilities).toHaveLength(40);
    const notice = body.notices.find((one) => one.includes('at most 40 parts'));
    expect(notice).toMatch(/Left out: [\w-]+(, [\w-]+){7} and \d+ more\./);
    const fewer = await search({ intent: titles.slice(0, 20).join(', '), limit: '1' });
    expect(fewer.body.notices.filter((one) => one.includes('at most 40 parts'))).toEqual([]);
  });

  it('has the digest of its canonical form', async () => {
    const { receipt, ...answer } = (await search({ intent: THREE, category: TRIAL })).body;
    const whole = canonicalize(answer) ?? '';
    expect(receipt.resultDigest).toBe(`sha256:${createHash('sha256').update(whole).digest('hex')}`);
  });
});

describe('GET /api/build/search · the same question', () => {
  it('has the same answer and ETag all day, and is 304 to a client that has it', async () => {
    const first = await search({ intent: THREE, category: TRIAL });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const spaced = await search({ intent: `  ${THREE.replace(' ', '   ')} `, category: TRIAL });
    expect([spaced.headers.get('etag'), spaced.text]).toEqual([etag, first.text]);
    const again = await search({ intent: THREE, category: TRIAL }, { 'if-none-match': etag });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await search({ intent: THREE, category: TRIAL, limit: '6' })).headers.get('etag')).not.toBe(etag);
  });

  it('has another answer and ETag after the catalog has changed', async () => {
    const first = await search({ intent: 'sms', category: TRIAL });
    await addTools(app, makeFacts('new-sms', { capabilities: ['sms'] }));
    const second = await search(
      { intent: 'sms', category: TRIAL },
      { 'if-none-match': first.headers.get('etag') ?? '' },
    );
    expect(second.status).toBe(200);
    expect(second.body.recommendations[0]?.roles[0]?.tool.slug).toBe('new-sms');
  });
});

describe('GET /api/build/search · 400', () => {
  it.each([
    ['no intent', {}, '/intent'],
    ['two characters', { intent: 'ab' }, '/intent'],
    ['blanks', { intent: '          ' }, '/intent'],
    ['4,001 characters', { intent: 'x'.repeat(4_001) }, '/intent'],
    ['10,000 characters', { intent: 'x'.repeat(10_000) }, '/intent'],
    ['a NUL', { intent: 'pay\u0000ments' }, '/intent'],
    ['two intents', { intent: ['payments', 'login'] }, '/intent'],
    ['what unfolds to more than 4,000 characters', { intent: '\ufdfa'.repeat(300) }, '/intent'],
    ['limit 0', { intent: 'payments', limit: '0' }, '/limit'],
    ['limit 21', { intent: 'payments', limit: '21' }, '/limit'],
    ['a limit that is no number', { intent: 'payments', limit: 'many' }, '/limit'],
    ['an unknown pricing', { intent: 'payments', pricing: 'cheap' }, '/pricing'],
    ['an unknown maturity', { intent: 'payments', maturity: ['stable', 'old'] }, '/maturity'],
    ['an unknown proof', { intent: 'payments', proof: "' or 1=1" }, '/proof'],
    ['an unknown category', { intent: 'payments', category: 'nothing-has-this' }, '/category'],
    ['an unknown parameter', { intent: 'payments', surprise: '1' }, '/surprise'],
  ] as [string, Record<string, string | string[]>, string][])(
    '%s, with a pointer',
    async (_what, parameters, pointer) => {
      const reply = await search(parameters);
      expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(reply.body.errors.map((one) => one.pointer)).toContain(pointer);
    },
  );

  it.each([
    '.*+?^${}()|[]\\ payments',
    "payments'); drop table tool; --",
    '💳💳💳 payments 💳',
    'الدفع payments تسجيل',
    '\u202epayments\u202c and \u2066login\u2069',
    '<script>alert(1)</script> payments',
    '%00%ff payments ../../etc',
    'ｐａｙｍｅｎｔｓ',
  ])('but answers %s', async (intent) => {
    const reply = await search({ intent });
    expect(reply.status).toBe(200);
    expect(reply.body.capabilities.map(({ id }) => id)).toContain('payments');
  });
});

describe('POST /api/build/search', () => {
  const post = (body: unknown) => ask<Answer>(`${app.url}/api/build/search`, { body });
  const LONG = `${THREE}. ${'It is a product of many words, and this sentence says nothing. '.repeat(70)}`.slice(
    0,
    4_000,
  );

  it('answers what GET answers', async () => {
    const read = await search({ intent: THREE, category: TRIAL, limit: '2', pricing: ['usage', 'unknown'] });
    const sent = await post({ intent: THREE, category: [TRIAL], limit: 2, pricing: ['usage', 'unknown'] });
    expect([sent.status, sent.body]).toEqual([200, read.body]);
    expect(sent.headers.get('cache-control')).toBe('private, no-store');
  });

  it('takes an intent of 4,000 characters, as GraphQL does, and reads it to its end', async () => {
    const intent = `${LONG.slice(0, -8)} and sms`;
    const reply = await post({ intent });
    expect([reply.status, reply.body.receipt.query.length]).toEqual([200, intent.length]);
    expect(reply.body.capabilities.map(({ id }) => id)).toEqual(['payments', 'authentication', 'email-sending', 'sms']);
    const found = await askGraphql<{ buildSearch: { receipt: unknown } }>(
      app,
      'query ($i: String!) { buildSearch(intent: $i) { receipt { id query } } }',
      { i: intent },
    );
    expect(found.data?.buildSearch.receipt).toMatchObject({ query: intent });
    const brief = await askGraphql<{ buildBrief: { goal: string } }>(
      app,
      'query ($i: String!) { buildBrief(intent: $i) { goal } }',
      { i: intent },
    );
    expect(brief.data?.buildBrief.goal).toBe(intent);
  });

  it.each([
    ['no object', ['payments'], ''],
    ['no intent', {}, '/intent'],
    ['a blank one', { intent: ' \t ' }, '/intent'],
    ['4,001 characters', { intent: 'x'.repeat(4_001) }, '/intent'],
    ['a number for the intent', { intent: 7 }, '/intent'],
    ['one category without a list', { intent: 'payments', category: TRIAL }, '/category'],
    ['a limit as text', { intent: 'payments', limit: '5' }, '/limit'],
    ['a limit of 21', { intent: 'payments', limit: 21 }, '/limit'],
    ['an unknown member', { intent: 'payments', 'a/b': 1 }, '/a~1b'],
  ])('refuses %s, with a pointer', async (_what, body, pointer) => {
    const reply = await post(body);
    expect([reply.status, reply.body.code, reply.body.errors[0]?.pointer]).toEqual([400, 'VALIDATION_FAILED', pointer]);
  });
});
