import { describe, expect, it } from 'vitest';
import type { OfferEligibility, OfferRule } from '../../server/directory/index.js';
import { ClaimProof, ClaimState, NEEDS_VERIFIED, nextStates, stepProblems } from '../../server/offers/claim.rules.js';
import {
  describeRequirements,
  type Facts,
  isDecidable,
  judgeEligibility,
} from '../../server/offers/eligibility.rules.js';

const asks = (rules: OfferRule[], other: string[] = []): OfferEligibility => ({ rules, other });
const young: OfferRule = { fact: 'companyAgeMonths', op: 'lt', value: 24 };
const small: OfferRule = { fact: 'employees', op: 'lte', value: 20 };
const verdictOf = (eligibility: OfferEligibility, facts: Facts) => judgeEligibility(eligibility, facts).verdict;
const holds = (rule: OfferRule, facts: Facts) => judgeEligibility(asks([rule]), facts).requirements[0]?.result;

describe('eligibility', () => {
  it('is eligible when every rule holds, and when the offer asks for nothing', () => {
    expect(verdictOf(asks([young, small]), { companyAgeMonths: 23, employees: 20 })).toBe('eligible');
    expect(judgeEligibility(asks([]), {})).toEqual({ verdict: 'eligible', missing: [], failed: [], requirements: [] });
  });

  it('is ineligible by one failed rule, whatever else is not known, and says which', () => {
    expect(judgeEligibility(asks([young, small], ['Shows a pitch deck.']), { companyAgeMonths: 24 })).toMatchObject({
      verdict: 'ineligible',
      failed: [{ fact: 'companyAgeMonths', requirement: 'The company’s age is less than 24 months.' }],
      missing: ['employees', 'other'],
    });
  });

  it('says the names of partners as they are, also those that mean something elsewhere', () => {
    const partners: OfferRule = { fact: 'partners', op: 'in', value: ['later', 'constructor'] };
    expect(describeRequirements(asks([partners]))).toEqual(['Belongs to one of: later, constructor.']);
    const stages: OfferRule = { fact: 'fundingStage', op: 'in', value: ['series_b', 'later'] };
    expect(describeRequirements(asks([stages]))).toEqual([
      'The funding stage is one of: Series B, later than Series B.',
    ]);
  });

  it('is unknown while a fact is missing, and names it; absent and null are the same', () => {
    for (const facts of [{ companyAgeMonths: 3 }, { companyAgeMonths: 3, employees: null }])
      expect(judgeEligibility(asks([young, small]), facts)).toMatchObject({
        verdict: 'unknown',
        missing: ['employees'],
        failed: [],
        requirements: [
          { fact: 'companyAgeMonths', result: 'met' },
          { fact: 'employees', requirement: 'The number of employees is at most 20.', result: 'unknown' },
        ],
      });
  });

  it('is never eligible while a requirement needs a person to read it', () => {
    expect(judgeEligibility(asks([young], ['Shows a pitch deck.']), { companyAgeMonths: 3 })).toMatchObject({
      verdict: 'unknown',
      missing: ['other'],
      requirements: [{ result: 'met' }, { fact: null, requirement: 'Shows a pitch deck.', result: 'unknown' }],
    });
  });

  it('takes zero, false and an empty list as known', () => {
    expect(holds({ fact: 'fundingRaisedUsd', op: 'gte', value: 1 }, { fundingRaisedUsd: 0 })).toBe('not_met');
    expect(holds({ fact: 'newCustomer', op: 'eq', value: true }, { newCustomer: false })).toBe('not_met');
    expect(holds({ fact: 'partners', op: 'in', value: ['Y Combinator'] }, { partners: [] })).toBe('not_met');
  });

  it.each([
    ['lt', 9, true],
    ['lt', 10, false],
    ['lte', 10, true],
    ['gt', 10, false],
    ['gt', 11, true],
    ['gte', 10, true],
    ['eq', 10, true],
    ['eq', 9, false],
  ] as const)('%s compares %d with 10: %s', (op, employees, isMet) => {
    expect(holds({ fact: 'employees', op, value: 10 }, { employees })).toBe(isMet ? 'met' : 'not_met');
  });

  it('compares names without case and signs, and knows the partner that everyone abbreviates', () => {
    const partner: OfferRule = { fact: 'partners', op: 'in', value: ['Y Combinator', '20VC'] };
    for (const partners of [['yc'], ['Y-Combinator'], ['Sequoia', '20 vc']])
      expect(holds(partner, { partners })).toBe('met');
    expect(holds(partner, { partners: ['Sequoia'] })).toBe('not_met');
    expect(holds({ fact: 'country', op: 'in', value: ['US', 'DE'] }, { country: 'de' })).toBe('met');
    expect(holds({ fact: 'fundingStage', op: 'not_in', value: ['later'] }, { fundingStage: 'seed' })).toBe('met');
    expect(holds({ fact: 'fundingStage', op: 'not_in', value: ['later'] }, { fundingStage: 'later' })).toBe('not_met');
  });

  it('decides nothing by a rule that it does not understand', () => {
    const odd = [
      { fact: 'toString', op: 'eq', value: true },
      { fact: '__proto__', op: 'eq', value: true },
      { fact: 'employees', op: 'in', value: ['10'] },
      { fact: 'employees', op: 'lt', value: 'ten' },
      { fact: 'student', op: 'lt', value: 1 },
      { fact: 'country', op: 'in', value: ['Germany'] },
      { fact: 'fundingStage', op: 'in', value: [] },
      { fact: 'partners', op: 'eq', value: 'Y Combinator' },
    ] as OfferRule[];
    expect(odd.filter(isDecidable)).toEqual([]);
    for (const rule of odd)
      expect(holds(rule, { employees: 1, student: true, country: 'DE', fundingStage: 'seed', partners: ['x'] })).toBe(
        'unknown',
      );
  });

  it('says every rule as a sentence', () => {
    const rules: OfferRule[] = [
      { fact: 'fundingRaisedUsd', op: 'lt', value: 10_000_000 },
      { fact: 'fundingStage', op: 'in', value: ['pre_seed', 'series_a'] },
      { fact: 'fundingStage', op: 'eq', value: 'seed' },
      { fact: 'fundingStage', op: 'not_in', value: ['later'] },
      { fact: 'country', op: 'in', value: ['US'] },
      { fact: 'partners', op: 'in', value: ['Y Combinator'] },
      { fact: 'nonprofit', op: 'eq', value: false },
    ];
    expect(describeRequirements(asks(rules, ['By invitation.']))).toEqual([
      'Funding raised is less than 10,000,000 USD.',
      'The funding stage is one of: pre-seed, Series A.',
      'The funding stage is seed.',
      'The funding stage is none of: later than Series B.',
      'The company’s country is one of: US.',
      'Belongs to one of: Y Combinator.',
      'Not a nonprofit organization.',
      'By invitation.',
    ]);
  });
});

describe('a claim', () => {
  it('goes its way step by step, and no one skips one', () => {
    const way = Object.fromEntries(Object.values(ClaimState).map((from) => [from, nextStates(from, 'vendor')]));
    expect(way).toEqual({
      requested: ['vendor_review', 'rejected'],
      vendor_review: ['approved', 'rejected'],
      approved: ['code_issued', 'rejected'],
      code_issued: ['redeemed', 'expired'],
      redeemed: [],
      rejected: [],
      expired: [],
      withdrawn: [],
    });
  });

  it('is withdrawn by its claimant, or runs out, only before a code was handed out', () => {
    const before = ['requested', 'vendor_review', 'approved'];
    const from = (actor: 'claimant' | 'time') =>
      Object.values(ClaimState).filter((state) => nextStates(state, actor).length);
    expect([from('claimant'), from('time')]).toEqual([before, before]);
    expect(nextStates(ClaimState.requested, 'claimant')).toEqual(['withdrawn']);
  });

  it('is decided only while its claimant’s address is verified', () => {
    expect([...NEEDS_VERIFIED]).toEqual(['vendor_review', 'approved', 'code_issued', 'redeemed']);
  });

  it('carries a code when one is issued, a proof when it is redeemed, an event when that is the proof, and never else', () => {
    const { code_issued, redeemed, approved } = ClaimState;
    const { vendor_confirmed, event_confirmed } = ClaimProof;
    const wrong = (step: Parameters<typeof stepProblems>[0]) =>
      stepProblems(step).map(({ pointer, code }) => `${pointer} ${code}`);
    expect(wrong({ to: code_issued, code: 'X' })).toEqual([]);
    expect(wrong({ to: redeemed, proof: vendor_confirmed })).toEqual([]);
    expect(wrong({ to: redeemed, proof: event_confirmed, eventId: 'evt_1' })).toEqual([]);
    expect(wrong({ to: code_issued })).toEqual(['/code required']);
    expect(wrong({ to: redeemed })).toEqual(['/proof required']);
    expect(wrong({ to: redeemed, proof: event_confirmed })).toEqual(['/eventId required']);
    expect(wrong({ to: redeemed, proof: vendor_confirmed, eventId: 'evt_1' })).toEqual(['/eventId not_allowed']);
    expect(wrong({ to: approved, code: 'X', proof: vendor_confirmed })).toEqual([
      '/code not_allowed',
      '/proof not_allowed',
    ]);
  });
});
