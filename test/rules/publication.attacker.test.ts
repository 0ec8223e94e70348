import { describe, expect, it } from 'vitest';
import { roundedTo } from '../setup/attack/answers.js';
import { addDays, Bounds, coverWindows, differenceWindows } from '../setup/attack/bounds.js';
import { averaged, narrowed, Secrets } from '../setup/attack/secrets.js';
import { Truth } from '../setup/attack/truth.js';
import type { Visit } from '../setup/attack/world.types.js';
import { KIND_NAMES, randomWorld } from '../setup/attack/worlds.js';

const [SEVEN, THIRTY, NINETY] = [0, 1, 2];
const PEOPLE = { q: 0.8, max: 60 };
const ACCOUNTS = { q: 0.7, max: 60 };

/** The knowledge of a count of which 20 are left, if its secret number is as believed. */
const known = (secrets: Secrets, name: string) =>
  narrowed(secrets.posteriors().get(name) ?? new Float64Array(), (n) => [20 + n, 20 + n], 24, 10);

describe('the attacker’s reading of a published number', () => {
  it.each([
    [10, 10, 12],
    [15, 13, 17],
    [95, 93, 97],
    [100, 98, 104],
    [110, 105, 114],
    [990, 985, 994],
    [1000, 995, 1049],
    [1100, 1050, 1149],
    [10_000, 9950, 10_499],
  ])('takes %i for %i to %i', (published, low, high) => {
    expect(roundedTo(published)).toEqual([low, high]);
  });
});

describe('what the attacker concludes from windows', () => {
  it('finds the quiet weeks before a launch, whose events are the difference of two windows', () => {
    const known = new Bounds(40, 0);
    known.tighten(SEVEN, 30, 38, 42);
    known.tighten(THIRTY, 30, 38, 42);
    const exact = addDays(known);
    expect([exact?.lowAt(SEVEN, 20), exact?.highAt(SEVEN, 20)]).toEqual([0, 4]);
    expect(exact?.highAt(SEVEN, 24)).toBe(42); // overlaps the week of the launch
  });

  it('says that no days fit where three months are less than their quarter', () => {
    const known = new Bounds(70, 0);
    for (const day of [9, 39, 69]) known.tighten(THIRTY, day, 20, 20);
    known.tighten(NINETY, 69, 59, 59);
    expect(addDays(known)).toBeNull();
  });

  it('bounds developers by the windows around theirs, and from below by what else covers a window', () => {
    const bounds = new Bounds(100, 0);
    bounds.tighten(NINETY, 99, 60, 60);
    bounds.tighten(THIRTY, 39, 0, 12);
    bounds.tighten(THIRTY, 69, 0, 14);
    differenceWindows(bounds, false);
    coverWindows(bounds);
    expect([bounds.lowAt(THIRTY, 99), bounds.highAt(THIRTY, 99)]).toEqual([34, 60]);
  });
});

describe('what the attacker believes of secret numbers', () => {
  it('needs eleven values where all that is left is known', () => {
    expect(known(new Secrets({ part: PEOPLE }), 'part')).toMatchObject({ valuesLeft: 61, smallestOf90: 11 });
  });

  it('needs six where the count is another one less one, and both have numbers drawn apart', () => {
    const secrets = new Secrets({ part: PEOPLE, whole: PEOPLE });
    secrets.atMost('part', 'whole', 1);
    expect(known(secrets, 'part')).toMatchObject({ smallestOf90: 6, holds: true });
  });

  it('needs as many as before where the number of the part is contained in that of the whole', () => {
    const secrets = new Secrets({ part: ACCOUNTS, whole: PEOPLE });
    secrets.contain('part', 'whole');
    expect(known(secrets, 'part')?.smallestOf90).toBe(7);
    expect(known(secrets, 'whole')?.smallestOf90).toBe(11);
    secrets.atMost('part', 'whole', -3);
    expect(known(secrets, 'part')?.smallestOf90).toBe(7);
    expect(known(secrets, 'whole')?.smallestOf90).toBeGreaterThanOrEqual(11);
  });

  it('needs two once eight numbers were drawn for one truth', () => {
    const left = [24, 22, 19, 24, 21, 23, 18, 20].map((one) => [one, one] as const);
    expect(averaged(left, PEOPLE, 400, 24)).toEqual({ valuesLeft: 55, smallestOf90: 2, holds: true });
  });
});

describe('the truth of a tool', () => {
  const visit = (developer: string, day: number, more: Partial<Visit> = {}): Visit => ({
    developer,
    account: `${developer}.example`,
    day,
    knownFrom: day,
    knownUntil: Infinity,
    events: 2,
    activates: false,
    uses: true,
    calls: 0,
    failedCalls: 0,
    ...more,
  });
  const truthOf = (visits: readonly Visit[]) =>
    new Truth({ slug: 'tool', category: 'data', owner: 'victim', visits }, '2026-03-02');

  it('ends a window with the day of the snapshot', () => {
    const truth = truthOf([visit('a', 10)]);
    expect([9, 10, 16, 17].map((day) => truth.figures(day)['7d'].developers.size)).toEqual([0, 1, 1, 0]);
    expect([39, 40].map((day) => truth.figures(day)['30d'].events)).toEqual([2, 0]);
  });

  it('knows a late event from its day on, and one that was taken back until its day', () => {
    const truth = truthOf([visit('a', 10, { knownFrom: 12, knownUntil: 14 })]);
    expect([11, 12, 13, 14].map((day) => truth.figures(day)['7d'].accounts)).toEqual([0, 1, 1, 0]);
  });

  it('calls a return one that is seven days after the activation, and returned who did before the fourteenth', () => {
    const activated = (developer: string) => visit(developer, 0, { activates: true });
    const truth = truthOf(
      ['early', 'first', 'last', 'late'].flatMap((name, index) => [
        activated(name),
        visit(name, [6, 7, 13, 14][index] ?? 0),
      ]),
    );
    const figures = truth.figures(20)['90d'];
    expect([figures.activated.size, figures.retained.size]).toEqual([4, 3]);
    expect([figures.matured.size, figures.returned.size]).toEqual([4, 2]);
    expect(truth.figures(13)['90d'].matured.size).toBe(0);
  });

  it('counts for steady use who came in two of the four weeks that ended', () => {
    const truth = truthOf([visit('once', 1), visit('twice', 1), visit('twice', 7), visit('now', 28)]);
    expect([27, 28].map((day) => truth.figures(day)['90d'].steadyOf.size)).toEqual([2, 2]);
    expect(truth.figures(28)['90d'].steady.size).toBe(1);
    expect(truth.figures(34)['90d'].steadyOf.size).toBe(2); // the first week is no longer one of four, and the fifth one is
  });
});

describe('the worlds', () => {
  it('are the same for the same seed, and of every kind', () => {
    const kinds = KIND_NAMES.map((_, seed) => randomWorld(seed, 40).kind);
    expect(kinds).toEqual(KIND_NAMES);
    expect(randomWorld(7, 40)).toEqual(randomWorld(7, 40));
    expect(randomWorld(7, 40)).not.toEqual(randomWorld(7 + KIND_NAMES.length, 40));
  });

  it('have visits of 1 to 1,000 events that nobody knows before their day', () => {
    const visits = KIND_NAMES.flatMap((_, seed) => randomWorld(seed, 40).tools.flatMap((tool) => tool.visits));
    expect(visits.length).toBeGreaterThan(10_000);
    expect(visits.filter(({ events, calls }) => events < 1 || events > 1000 || calls > events)).toEqual([]);
    expect(visits.filter(({ day, knownFrom, knownUntil }) => knownFrom < day || knownUntil <= day)).toEqual([]);
  });
});
