import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { offerRecord, putOffers } from '../setup/offers.js';
import { addTools, askBrief, type Brief, makeFacts, TRIAL } from '../setup/plans.js';
import { countRows } from '../setup/rows.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await addTools(
    app,
    makeFacts('plain-pay', {
      pricing: { model: 'usage', freeTier: null, url: null },
      signupUrl: 'https://plain-pay.example/sign-up',
      environment: ['PLAIN_PAY_KEY'],
    }),
    makeFacts('wide', {
      capabilities: ['authentication', 'relational-database'],
      pricing: { model: 'unknown', freeTier: null, url: null },
      maturity: 'beta',
    }),
    makeFacts('bare', {
      capabilities: ['orm'],
      maturity: 'unknown',
      install: null,
      docs: { url: null, llmsTxt: null, openapi: null },
      pricing: { model: 'open_source', freeTier: null, url: null },
    }),
    makeFacts('old-mail', { capabilities: ['email-sending'], maturity: 'deprecated' }),
    makeFacts('keyed-errors', {
      capabilities: ['error-tracking'],
      pricing: { model: 'open_source', freeTier: null, url: null },
      environment: ['KEYED_ERRORS_API_KEY'],
    }),
    makeFacts('other-pay', { pricing: { model: 'open_source', freeTier: null, url: null } }),
  );
  await putOffers(
    app,
    offerRecord({
      slug: 'plain-credits',
      title: 'Plain credits',
      tools: ['plain-pay'],
      eligibility: { rules: [], other: ['New customers only.'] },
      endsAt: '2999-12-31',
    }),
    offerRecord({ slug: 'ended-credits', title: 'Ended credits', tools: ['plain-pay'], endsAt: '2026-01-01' }),
  );
});
afterAll(() => app.close());

const brief = async (intent: string, constraints: Record<string, unknown> = {}): Promise<Brief> => {
  const reply = await askBrief(app, intent, { category: [TRIAL], ...constraints });
  if (!reply.data) throw new Error(JSON.stringify(reply.errors));
  return reply.data.buildBrief;
};
const ALL = 'payments, login and an orm';

describe('buildBrief', () => {
  it('answers an unsaved plan with a receipt and the address where a person saves it', async () => {
    const made = await brief(ALL);
    expect(made).toMatchObject({ saved: false, planId: null, goal: ALL });
    expect(made.capabilities.map(({ id }) => id).sort()).toEqual(['authentication', 'orm', 'payments']);
    expect(made.stack.map(({ capability }) => capability).sort()).toEqual(['authentication', 'orm', 'payments']);
    expect(made.receiptId).toMatch(/^rcp\./);
    expect(made.saveUrl).toBe(`${app.url}/admin/#/workbench/save?receipt=${made.receiptId}`);
    expect(await brief(`  ${ALL} `)).toEqual(made);
  });

  it('leaves every table as it was, read and copied as often as one likes', async () => {
    const before = await countRows(app);
    for (let time = 0; time < 3; time += 1) await askBrief(app, 'payments and login');
    await askBrief(app, 'payments and login', {}, { token: app.credentials.workflowToken });
    expect(await countRows(app)).toEqual(before);
  });

  it('gives steps that can be followed: account, command, variables, docs, tracking, a check', async () => {
    const { steps } = await brief('payments');
    expect(steps.map(({ order }) => order)).toEqual(steps.map((_one, index) => index + 1));
    const account = steps.find(({ title }) => title === 'Have an account at plain-pay');
    expect(account?.needsAuthorization).toBe(true);
    expect(account?.detail).toContain(`${app.url}/go/lnk_`);
    expect(steps.find(({ command }) => command === 'npm install plain-pay')).toMatchObject({
      tool: 'plain-pay',
      needsAuthorization: false,
    });
    expect(steps.find(({ title }) => title === 'Configure plain-pay')?.detail).toContain('PLAIN_PAY_KEY');
    expect(steps.find(({ title }) => title === 'Connect plain-pay')?.detail).toContain(
      'https://plain-pay.example/docs',
    );
    const text = steps.map(({ detail }) => detail).join('\n');
    expect(text).toContain(`${app.url}/api/usage/track/dry-run`);
    expect(text).toContain('SERVICE_ADOPTION_KEY');
    expect(text.indexOf('/track/dry-run')).toBeLessThan(text.indexOf(`${app.url}/api/usage/track from`));
  });

  it('needs no account for free software that is installed, and leaves open what is not known', async () => {
    const titles = async (slug: string, intent: string): Promise<string[]> =>
      (await brief(intent, { prefer: [slug] })).steps.filter(({ tool }) => tool === slug).map(({ title }) => title);
    expect(await titles('other-pay', 'payments')).toEqual(['Install other-pay', 'Connect other-pay']);
    expect(await titles('keyed-errors', 'error tracking')).toEqual([
      'Have the keys of keyed-errors',
      'Install keyed-errors',
      'Configure keyed-errors',
      'Connect keyed-errors',
    ]);
    expect((await titles('bare', 'an orm'))[0]).toBe('Look whether bare needs an account');
  });

  it('names the live offers of its tools, what they ask for, and that a claim is no approval', async () => {
    const { perks, stack } = await brief('payments');
    expect(perks).toEqual([
      {
        id: expect.stringMatching(/^ofr_/),
        title: 'Plain credits',
        claim: 'provider_link',
        rules: ['New customers only.', 'Ends 2999-12-31.', expect.stringContaining('opening the link is no claim')],
        url: expect.stringMatching(/\/go\/lnk_/),
      },
    ]);
    expect(stack[0]?.why).toContain('live offer: Plain credits (public-source, read 2026-11-01)');
  });

  it('tells the risks that the data show', async () => {
    const { risks, stack } = await brief('payments, login, a postgres database, an orm and sms');
    const titles = risks.map(({ title }) => title);
    expect(stack.filter(({ tool }) => tool.slug === 'wide')).toHaveLength(2);
    expect(titles).toEqual(
      expect.arrayContaining([
        'No tool for sms',
        'plain-pay may cost from the first use',
        'wide is in beta',
        'The price of wide is not known',
        'wide carries several parts',
        'bare has no known maturity',
        'No documentation of bare is known',
      ]),
    );
  });

  it('asks what only a person can decide', async () => {
    const { openQuestions } = await brief('payments and login');
    expect(openQuestions.join('\n')).toContain('The prices of wide are not known here');
    expect(openQuestions.join('\n')).toContain('may data lie (authentication)');
    expect(openQuestions.join('\n')).toContain('takes the money');
    expect(openQuestions.join('\n')).toContain('Who owns the accounts at');
  });

  it('takes a preferred tool, deprecated or not, and tells that as a risk', async () => {
    expect((await brief('transactional email')).stack).toEqual([]);
    const { stack, risks } = await brief('transactional email', { prefer: ['old-mail'] });
    expect([stack[0]?.tool.slug, stack[0]?.why[0]]).toEqual(['old-mail', 'you prefer it']);
    expect(risks.map(({ title }) => title)).toContain('old-mail is deprecated');
  });

  it('says when a preferred tool has no part', async () => {
    const { notices, stack } = await brief('payments', { prefer: ['bare'] });
    expect(stack.map(({ tool }) => tool.slug)).not.toContain('bare');
    expect(notices.join(' ')).toContain('bare is preferred and is not taken');
  });

  it('keeps every constraint: pricing, interface and what is excluded', async () => {
    expect((await brief('payments', { pricing: ['open_source'] })).stack[0]?.tool.slug).toBe('other-pay');
    expect((await brief('payments', { exclude: ['plain-pay'] })).stack[0]?.tool.slug).toBe('other-pay');
    const none = await brief('payments', { exclude: ['plain-pay', 'other-pay'] });
    expect(none.stack).toEqual([]);
    expect(none.gaps).toEqual([{ capability: 'payments', reason: expect.stringContaining('excluded') }]);
    expect((await brief('payments', { interface: ['graphql'] })).stack).toEqual([]);
  });

  it('has a plan with nothing but a gap in it when nothing was understood', async () => {
    const made = await brief('zorbly frumious bandersnatch');
    expect(made).toMatchObject({
      capabilities: [],
      stack: [],
      gaps: [{ capability: 'zorbly frumious bandersnatch', reason: expect.stringContaining('No capability') }],
      steps: [],
      perks: [],
      risks: [],
      openQuestions: [],
    });
    expect(made.notices[0]).toContain('bandersnatch');
  });

  it.each([
    ['an unknown slug to exclude', { exclude: ['plain-pay', 'nothing-like-it'] }, '/constraints/exclude/1'],
    ['an unknown slug to prefer', { prefer: ['nothing-like-it'] }, '/constraints/prefer/0'],
    ['what is excluded and preferred', { prefer: ['wide'], exclude: ['wide'] }, '/constraints/prefer/0'],
    ['no slug at all', { exclude: ['Not A Slug'] }, '/constraints/exclude'],
    ['an unknown pricing', { pricing: ['cheap'] }, '/constraints/pricing'],
    ['an unknown category', { category: ['nothing-has-this'] }, '/constraints/category'],
    ['21 slugs', { exclude: Array(21).fill('wide') }, '/constraints/exclude'],
    ['an unknown member', { surprise: 1 }, '/constraints/surprise'],
    ['a list that is a number', { pricing: 7 }, '/constraints/pricing'],
  ])('refuses %s with a pointer', async (_what, constraints, pointer) => {
    const { data, errors } = await askBrief(app, 'payments', constraints);
    expect(data?.buildBrief).toBeUndefined();
    expect(errors[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', status: 400 });
    expect(errors[0]?.extensions.errors?.map((one) => one.pointer)).toContain(pointer);
  });

  it.each([['ab'], ['x'.repeat(4_001)], ['x'.repeat(10_000)], ['pay\u0000ments'], ['   ']])(
    'refuses an intent that is none, with a pointer',
    async (intent) => {
      const { errors } = await askBrief(app, intent);
      expect(errors[0]?.extensions.errors).toMatchObject([{ pointer: '/intent' }]);
    },
  );
});
