import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { shims } from '../../rest-shims/index.js';
import { type Day, deprecationReason, lastDayIn } from '../../server/platform/deprecation.rules.js';
import { goneEarly, membersOf, pathsOf } from '../setup/deprecated.js';
import { DEPRECATED } from './deprecated.list.js';

const schema = (): GraphQLSchema =>
  buildSchema(readFileSync(path.join(import.meta.dirname, '../../schema.graphql'), 'utf8'));
const members = () => [...membersOf(schema()), ...pathsOf(shims)];
const DAY_MS = 86_400_000;

describe('what is deprecated', () => {
  it('stands in the list with its day, and the list has nothing else of what is served', () => {
    const found = members().flatMap(({ name, deprecated }) => (deprecated ? [[name, deprecated.until]] : []));
    const names = new Set(members().map(({ name }) => name));
    const listed = Object.entries(DEPRECATED).flatMap(([name, { until }]) => (names.has(name) ? [[name, until]] : []));
    expect(found.toSorted()).toEqual(listed.toSorted());
    expect(found.length).toBeGreaterThan(0);
  });

  it('is there until its day', () => {
    expect(goneEarly(DEPRECATED, members(), new Date().toISOString().slice(0, 10))).toEqual([]);
  });

  it('stays for 180 days at least', () => {
    const short = Object.entries(DEPRECATED).filter(
      ([, { since, until }]) => Date.parse(until) - Date.parse(since) < 180 * DAY_MS,
    );
    expect(short).toEqual([]);
  });

  it.each([
    ['the day before', '2027-05-25', ['Answer.old', 'Question.old', 'Query.answer(old)', 'Kind.old', 'GET /old']],
    ['on its day', '2027-05-26', []],
    ['later', '2027-05-27', []],
  ])('is missed %s where it is gone', (_when, today, missed) => {
    const until = '2027-05-26';
    const before =
      buildSchema(`type Query { answer(old: Int, of: Question): Answer } input Question { old: Int, of: Int }
      type Answer { old: Int, of: Kind } enum Kind { old of }`);
    const after = buildSchema(`type Query { answer(of: Question): Answer } input Question { of: Int }
      type Answer { of: Kind } enum Kind { of }`);
    const list = Object.fromEntries(
      ['Answer.old', 'Question.old', 'Query.answer(old)', 'Kind.old', 'GET /old'].map((name) => [name, { until }]),
    );
    const paths = pathsOf([{ method: 'get', path: '/old' }]);
    expect(goneEarly(list, [...membersOf(before), ...paths], today)).toEqual([]);
    expect(goneEarly(list, membersOf(after), today)).toEqual(missed);
  });

  it.each(['2027-02-30', '2027-5-26', 'soon'])('has no reason without a day: %s', (day) => {
    expect(() => deprecationReason('Use another', day as Day)).toThrow(day);
    expect(lastDayIn(`Use another until ${day}`)).toBe(day === '2027-02-30' ? day : null);
  });

  it('says in its reason what to use, and the day', () => {
    const reason = deprecationReason('Use another', '2027-05-26');
    expect(reason).toBe('Use another; stays until 2027-05-26');
    expect(lastDayIn(reason)).toBe('2027-05-26');
  });
});
