import { describe, expect, it } from 'vitest';
import type { PlanContent } from '../../server/planning/brief.types.js';
import { changesSince, keyOfChange, type PresentTool } from '../../server/planning/plan-change.rules.js';

const AT = new Date('2026-11-28T12:00:00.000Z');
const TOOL: PresentTool = { pricingModel: 'freemium', freeTier: '100 a day', maturity: 'stable' };
const OFFER = 'ofr_1';

/** A plan of one tool with one offer, of which a test changes what it is about. */
const changesOf = (
  {
    saved = {},
    now = {},
    rules = [],
  }: { saved?: Partial<PresentTool>; now?: Partial<PresentTool> | null; rules?: string[] },
  offer: { endsAt: Date | null } | null = { endsAt: null },
) => {
  const before = { ...TOOL, ...saved };
  const tool = {
    slug: 'a',
    name: 'A',
    maturity: before.maturity,
    pricing: { model: before.pricingModel, freeTier: before.freeTier },
  };
  const plan = {
    stack: [{ tool }, { tool }],
    perks: [{ id: OFFER, title: 'Credits', tool: 'a', claim: 'native', rules, url: null }],
  } as unknown as PlanContent;
  return changesSince(plan, {
    tools: new Map(now === null ? [] : [['a', { ...TOOL, ...now }]]),
    offers: new Map(offer === null ? [] : [[OFFER, offer]]),
    at: AT,
  });
};
const kinds = (...given: Parameters<typeof changesOf>) => changesOf(...given).map(({ kind }) => kind);

describe('the changes of a plan', () => {
  it('are none where the catalog is as it was, and a tool of two parts changes once', () => {
    expect(changesOf({})).toEqual([]);
    expect(kinds({ now: { pricingModel: 'subscription' } })).toEqual(['price']);
  });

  it('are a price between two known models, and none where one of them is unknown', () => {
    expect(changesOf({ now: { pricingModel: 'open_source' } })).toMatchObject([
      { kind: 'price', tool: 'a', offerId: null, before: 'freemium', after: 'open source' },
    ]);
    expect(kinds({ saved: { pricingModel: 'unknown' } })).toEqual([]);
    expect(kinds({ now: { pricingModel: 'unknown' } })).toEqual([]);
  });

  it.each([
    ['another one', '100 a day', '50 a day', 'The free tier of A is another one now.'],
    ['found', null, '50 a day', 'A free tier of A is known now.'],
    ['gone', '100 a day', null, 'No free tier is known any more of A.'],
  ])('are a free tier that is %s', (_what, before, after, detail) => {
    const [change] = changesOf({ saved: { freeTier: before }, now: { freeTier: after } });
    expect(change).toMatchObject({ kind: 'free_tier', before, after, detail });
  });

  it('are the end of a tool: deprecated since, or listed no longer', () => {
    expect(kinds({ now: { maturity: 'deprecated' } })).toEqual(['end_of_life']);
    expect(kinds({ saved: { maturity: 'deprecated' }, now: { maturity: 'deprecated' } })).toEqual([]);
    expect(kinds({ now: null })).toEqual(['no_longer_listed']);
  });

  it.each([
    ['gone from the catalog', null, [], 'offer_ended', null],
    ['at its end', { endsAt: AT }, [], 'offer_ended', '2026-11-28'],
    ['with an end that it had not', { endsAt: new Date('2026-12-24T00:00:00.000Z') }, [], 'offer_end', '2026-12-24'],
    [
      'with another end',
      { endsAt: new Date('2026-12-24T00:00:00.000Z') },
      ['Ends 2027-01-31.'],
      'offer_end',
      '2026-12-24',
    ],
    ['without the end that it had', { endsAt: null }, ['Ends 2027-01-31.'], 'offer_end', null],
  ])('are an offer %s', (_what, offer, rules, kind, after) => {
    expect(changesOf({ rules }, offer)).toMatchObject([{ kind, offerId: OFFER, after }]);
  });

  it('are no offer whose end is the one that the plan has', () => {
    const endsAt = new Date('2027-01-31T00:00:00.000Z');
    expect(changesOf({ rules: ['For new customers.', 'Ends 2027-01-31.'] }, { endsAt })).toEqual([]);
  });

  it('have a key of their own for each thing and value', () => {
    const keyed = (after: string) => changesOf({ now: { freeTier: after } }).map(keyOfChange);
    expect(keyed('50 a day')).toEqual(keyed('50 a day'));
    expect(keyed('50 a day')).not.toEqual(keyed('10 a day'));
  });
});
