import { expect, it } from 'vitest';
import { REFUSALS } from '../../admin/events/refusal.labels.js';
import { readSources } from '../setup/sources.js';

/** Codes that do not refuse an event: warnings, and the line that stands for problems that are not listed. */
const NEVER_FIRST = new Set([
  'free_mail',
  'more_problems',
  'product_name_differs',
  'product_type_differs',
  'receipt_outcome_differs',
  'receipt_type_differs',
  'rounded',
  'vendor_own_domain',
]);
/** Found outside the rules of an event: a credential, by the search that all of the service shares; another event under its key. */
const FOUND_ELSEWHERE = ['changed', 'credential_value'];
const CODE = /(?:\bcode: |\bwrong\(|\breport\w*\(walk, |reportUnreadable\(\s*walk,\s*)'([a-z_\d]+)'/g;

it('every code that an event is refused with is said in words, and no other', () => {
  const rules = [...readSources('server/tracking/check', 'server/tracking/catalog').values()].filter(
    ({ name }) => !name.endsWith('mapped-events.check'), // of a CSV's rows among each other
  );
  const codes = rules.flatMap(({ text }) => [...text.matchAll(CODE)].map(([, code = '']) => code));
  const refusing = new Set([...codes, ...FOUND_ELSEWHERE].filter((code) => !NEVER_FIRST.has(code)));
  expect(Object.keys(REFUSALS)).toEqual([...refusing].toSorted());
});
