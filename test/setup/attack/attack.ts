import { NINETY_DAYS, readAnswers } from './answers.js';
import { Bounds, UNBOUNDED } from './bounds.js';
import { conclude } from './conclusions.js';
import { Inventor } from './inventions.js';
import { enoughOf, type Recovered, recoveredBy, trueCount, VALUES_MIN } from './recovered.js';
import { averaged } from './secrets.js';
import { readCategories, readComponents, readOrder, type Truths } from './surroundings.js';
import { type Figures, Truth } from './truth.js';
import { type Belief, WITHHOLDING } from './withholding.js';
import type { OpenSession, Period, PublishedDay, Publisher, RuleName, World } from './world.types.js';

/** Days on which the attacker learns what is left of each count, and then those on which dominance is asked. */
const LEARNING_DAYS = 30; // after them the shorter windows hold inventions alone, and no row is suppressed because of those
const ASKING_DAYS = 9;
export const INVENTING_DAYS = LEARNING_DAYS + ASKING_DAYS;
const TRUTH_MAX = 400;

const truthsOf = (world: World): Truths =>
  new Map(
    world.tools.map((tool) => {
      const truth = new Truth(tool, world.firstDay);
      return [tool.slug, Array.from({ length: world.days }, (_, day) => truth.figures(day))];
    }),
  );

/** The victims of a world as somebody sees them who only reads: every public answer, and the true data of all other tenants. */
function readPublicAnswers(
  world: World,
  answers: readonly PublishedDay[],
  truths: Truths,
  off?: RuleName,
  withholding = WITHHOLDING,
): { recovered: Recovered[]; wrong: Recovered[] } {
  const unsteady = world.tools.some(({ visits }) =>
    visits.some(({ day, knownFrom, knownUntil }) => knownFrom > day || knownUntil < Infinity),
  );
  const beliefs: Belief[] = ['nothing', 'one account each'];
  const [recovered, wrong]: [Recovered[], Recovered[]] = [[], []];
  for (const { slug } of world.tools.filter(({ owner }) => owner === 'victim')) {
    const left = readAnswers(answers, slug, off);
    const truth = truths.get(slug) ?? [];
    readCategories(world, answers, slug, left, truths, off);
    const also = { developers: readOrder(world, answers, slug, truths) };
    for (const [index, conclusions] of conclude(left, { off, unsteady, beliefs, withholding }, also).entries()) {
      const by = `answers, believing ${beliefs[index]}`;
      const found = recoveredBy(by, slug, left, truth, conclusions);
      recovered.push(...found.recovered);
      wrong.push(...found.wrong);
      if (index > 0) continue;
      const most = conclusions.bounds.developers.whatever(left.days);
      for (const { count, day, values } of readComponents(left, most)) {
        const own = truth[day]?.['90d'][count].size ?? 0;
        const known = { slug, count, period: '90d', day, truth: own, by: 'components' } as const;
        if (values.length < VALUES_MIN && values.includes(own))
          recovered.push({ ...known, valuesLeft: values.length, smallestOf90: values.length });
      }
    }
  }
  return { recovered, wrong };
}
/** The counts that a reader recovers. Those in `wrong` were narrowed without the truth being among the values left: the attack is at fault then. */
export function attackByReading(
  world: World,
  publish: Publisher,
  secretSeed: number,
  off?: RuleName,
  withholding = WITHHOLDING,
): { recovered: Recovered[]; wrong: Recovered[] } {
  return readPublicAnswers(world, publish(world, secretSeed, off), truthsOf(world), off, withholding);
}

/** A number that is drawn for each day shows the same truth many times. */
function averageDraws(inventor: Inventor, slug: string, truth: Record<Period, Figures>, day: number): Recovered[] {
  return (['developers', 'accounts', 'activated'] as const).flatMap((count) => {
    const own = trueCount(truth['90d'], count);
    const { valuesLeft, smallestOf90, holds } = averaged(
      inventor.looksAt(count),
      WITHHOLDING.draws[count],
      TRUTH_MAX,
      own,
    );
    const known = Math.min(valuesLeft, smallestOf90);
    if (!holds || known >= enoughOf(count)) return [];
    return [{ slug, count, period: '90d' as const, day, truth: own, valuesLeft, smallestOf90, by: 'repeated draws' }];
  });
}

/**
 * The counts that a customer of the victim recovers who invents developers, believing that nobody else comes or goes meanwhile. In a world in which
 * that is so, what is concluded of the last day is to be believed; in others it may be wrong, and counts where it isn't.
 */
export function attackByInventing(
  world: World,
  open: OpenSession,
  secretSeed: number,
  off?: RuleName,
  withholding = WITHHOLDING,
): { recovered: Recovered[]; wrong: Recovered[] } {
  const [victim] = world.tools;
  if (!victim) return { recovered: [], wrong: [] };
  const { slug } = victim;
  const inventor = new Inventor(open(world, secretSeed, off), slug, off);
  inventor.inventAndWithdraw(LEARNING_DAYS);
  inventor.askDominance(ASKING_DAYS);
  const left = inventor.left();
  const last = left.days - 1;
  const figures = new Truth(victim, world.firstDay).figures(last);
  if (off === 'drawnOnce') return { recovered: averageDraws(inventor, slug, figures, last), wrong: [] };
  const events = new Bounds(left.days, 0, UNBOUNDED);
  events.tighten(NINETY_DAYS, last, inventor.eventsMin, UNBOUNDED);
  const beliefs = ['nothing', 'one account each'] as const;
  const concluded = conclude(left, { off, unsteady: false, beliefs, withholding }, { events });
  const truth = left.rows[NINETY_DAYS]?.map((_, day) => (day === last ? figures : null)) ?? [];
  const found = concluded.map((one, index) =>
    recoveredBy(`inventions, believing ${beliefs[index]}`, slug, left, truth, one),
  );
  return { recovered: found.flatMap((one) => one.recovered), wrong: found.flatMap((one) => one.wrong) };
}
