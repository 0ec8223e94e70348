import { describe, expect, it } from 'vitest';
import { type GradedTotals, gradesOf, overallGrade } from '../../server/enterprise/grade.rules.js';

const totals = (given: Partial<GradedTotals> = {}): GradedTotals => ({
  events: 1_000,
  eventsWithAccount: 900,
  newDevelopers: 100,
  newActivated: 40,
  matured: 100,
  returned: 40,
  calls: 1_000,
  failed: 10,
  families: 6,
  refused: 5,
  ...given,
});
const gradeOf = (id: string, given: Partial<GradedTotals>) => {
  const found = gradesOf(totals(given)).find((one) => one.id === id);
  if (!found) throw new Error(`no grade ${id}`);
  return found;
};

describe('grades of a report', () => {
  it.each([
    [40, 'A'],
    [39, 'B'],
    [25, 'B'],
    [24, 'C'],
    [15, 'C'],
    [14, 'D'],
    [5, 'D'],
    [4, 'E'],
    [0, 'E'],
  ])('give %i of 100 new developers who activated, and as many who returned, a %s', (part, grade) => {
    expect(gradeOf('activation', { newActivated: part })).toMatchObject({ grade, value: part / 100, reason: null });
    expect(gradeOf('retention', { returned: part })).toMatchObject({ grade, value: part / 100, reason: null });
  });

  it('need 20 developers, and say how many there were', () => {
    expect(gradeOf('activation', { newDevelopers: 20, newActivated: 8 }).grade).toBe('A');
    expect(gradeOf('activation', { newDevelopers: 19, newActivated: 19 })).toEqual({
      id: 'activation',
      value: 1,
      grade: null,
      basis: 'newActivated ÷ newDevelopers = 19 ÷ 19',
      reason: 'It needs 20 new developers, and there were 19.',
    });
    expect(gradeOf('retention', { matured: 19, returned: 0 })).toMatchObject({ value: 0, grade: null });
    expect(gradeOf('retention', { matured: 0, returned: 0 })).toMatchObject({ value: null, grade: null });
  });

  it.each([
    [1_000, 10, 'A'],
    [1_000, 11, 'B'],
    [100, 3, 'B'],
    [1_000, 31, 'C'],
    [100, 7, 'C'],
    [1_000, 71, 'D'],
    [100, 15, 'D'],
    [1_000, 151, 'E'],
  ])('give %i calls of which %i failed a %s', (calls, failed, grade) => {
    expect(gradeOf('tool_success', { calls, failed }).grade).toBe(grade);
  });

  it('need 20 tool calls', () => {
    expect(gradeOf('tool_success', { calls: 20, failed: 0 }).grade).toBe('A');
    expect(gradeOf('tool_success', { calls: 19, failed: 0 })).toMatchObject({ value: 1, grade: null });
    expect(gradeOf('tool_success', { calls: 0, failed: 0 })).toMatchObject({ value: null, grade: null });
  });

  it.each([
    [995, 995, 5, 'A'],
    [994, 994, 6, 'B'],
    [990, 990, 10, 'B'],
    [980, 980, 20, 'C'],
    [950, 950, 50, 'D'],
    [949, 949, 51, 'E'],
    [1_000, 900, 0, 'A'],
    [1_000, 899, 0, 'B'],
    [1_000, 750, 0, 'B'],
    [1_000, 500, 0, 'C'],
    [1_000, 250, 0, 'D'],
    [1_000, 249, 0, 'E'],
  ])(
    'give %i events, %i of them with an account, beside %i refused ones a %s',
    (events, eventsWithAccount, refused, grade) => {
      expect(gradeOf('data_quality', { events, eventsWithAccount, refused }).grade).toBe(grade);
    },
  );

  it('take the worse of refusals and accounts, and show its number', () => {
    expect(gradeOf('data_quality', { events: 950, eventsWithAccount: 950, refused: 50 })).toMatchObject({
      value: 0.05,
      basis: 'refusedShare = 50 ÷ 1000',
    });
    expect(gradeOf('data_quality', { events: 1_000, eventsWithAccount: 300, refused: 0 })).toMatchObject({
      value: 0.3,
      grade: 'D',
      basis: 'eventsWithAccount ÷ events = 300 ÷ 1000',
    });
  });

  it.each([
    [6, 'A'],
    [5, 'B'],
    [4, 'C'],
    [3, 'D'],
    [2, 'E'],
    [0, 'E'],
  ])('give %i families a %s', (families, grade) => {
    expect(gradeOf('coverage', { families }).grade).toBe(grade);
  });

  it('are unknown without an event, and where a number is unknown', () => {
    expect(
      gradesOf(totals({ events: 0, eventsWithAccount: 0, families: 0 })).filter(({ grade }) => grade === null),
    ).toMatchObject([
      { id: 'data_quality', value: null },
      { id: 'coverage', value: null },
    ]);
    const unknown = { events: null, eventsWithAccount: null, newDevelopers: null, newActivated: null, matured: null };
    const none = gradesOf({ ...unknown, returned: null, calls: null, failed: null, families: null, refused: null });
    expect(none.map(({ grade, value }) => [grade, value])).toEqual(Array.from({ length: 5 }, () => [null, null]));
    expect(none.every(({ reason }) => reason !== null)).toBe(true);
  });

  it('have a mean of at least three of them, rounded down', () => {
    const withGrades = (...given: (string | null)[]) =>
      overallGrade(gradesOf(totals()).map((one, n) => ({ ...one, grade: (given[n] ?? null) as typeof one.grade })));
    expect(withGrades('A', 'A', 'A', 'A', 'A')).toBe('A');
    expect(withGrades('A', 'A', 'B')).toBe('B'); // 11 ÷ 3
    expect(withGrades('A', 'C', 'E')).toBe('C');
    expect(withGrades('E', 'E', 'D')).toBe('E'); // 1 ÷ 3
    expect(withGrades('A', 'A')).toBeNull();
    expect(withGrades()).toBeNull();
  });
});
