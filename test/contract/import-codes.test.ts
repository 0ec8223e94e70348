import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSources } from '../setup/sources.js';

const OF_ROWS = [
  /^server\/directory\/imports\//,
  /^server\/directory\/(?:tool\.schema|measure\.rules|measures\/measure\.query)$/,
  /^server\/offers\/(?:offer\.schema|offer-record\.query|startup-credits.*\.schema)$/,
];
const CODE =
  /(?:\bcode: |\b(?:unreadableFile|flaw|refusal|refused|coded)\(\s*|\bwrong\([^,]+, |^ {2}(?:invalid|not|unrecognized)_\w+: )'([a-z_]+)'/gm;

it('every code of a refused row is explained in docs/operations.md', () => {
  const documented = readFileSync('docs/operations.md', 'utf8');
  const table = documented.slice(documented.indexOf('## Imports'), documented.indexOf('## Traces'));
  const explained = new Set([...table.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code));
  const sources = [...readSources('server/directory', 'server/offers').values()].filter(({ name }) =>
    OF_ROWS.some((one) => one.test(name)),
  );
  const codes = new Set(sources.flatMap(({ text }) => [...text.matchAll(CODE)].map(([, code = '']) => code)));
  expect(codes.size).toBeGreaterThan(45);
  expect([...codes].filter((code) => !explained.has(code)).toSorted()).toEqual([]);
});
