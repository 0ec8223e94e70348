import type { Tool } from '../catalog/index.js';
import type { FactCoverage } from './check.types.js';

/** Whether a tool knows a fact, by the name that sources have for it. */
const KNOWN: readonly (readonly [string, (tool: Tool) => boolean])[] = [
  ['vendor', ({ vendor }) => vendor !== null],
  ['website', ({ website }) => website !== null],
  ['docs.url', ({ docs }) => docs.url !== null],
  ['docs.llmsTxt', ({ docs }) => docs.llmsTxt !== null],
  ['docs.openapi', ({ docs }) => docs.openapi !== null],
  ['pricing.model', ({ pricing }) => pricing.model !== 'unknown'],
  ['pricing.freeTier', ({ pricing }) => pricing.freeTier !== null],
  ['pricing.url', ({ pricing }) => pricing.url !== null],
  ['signupUrl', ({ signupUrl }) => signupUrl !== null],
  ['maturity', ({ maturity }) => maturity !== 'unknown'],
  ['interfaces', ({ interfaces }) => interfaces.length > 0],
  ['install', ({ install }) => install !== null],
  ['packages', ({ packages }) => packages.length > 0],
  ['licence', ({ licence }) => licence !== null],
  ['environment', ({ environment }) => environment.length > 0],
  ['measures', ({ measures }) => measures.length > 0],
];

/** A check of facts of a tool, as far as coverage counts it. */
export interface CountedCheck {
  readonly facts: readonly string[];
  readonly checkedAt: Date | null;
  readonly marked: boolean;
}

const DAY_MS = 86_400_000;

/**
 * The share of tools that know each fact, and how long ago it was read or checked. A day is that of the newest of both: a source that names the
 * fact, or a check that found it to hold.
 */
export function coverageOf(
  tools: readonly Tool[],
  checksOf: (toolId: string) => readonly CountedCheck[],
  now: Date,
): FactCoverage[] {
  return KNOWN.map(([fact, knows]) => {
    const knowing = tools.filter(knows).map((tool) => {
      const checks = checksOf(tool.id).filter(({ facts }) => facts.includes(fact));
      return { age: ageOf(tool, fact, checks, now), checks };
    });
    const ages = knowing.flatMap(({ age }) => (age === null ? [] : [age])).toSorted((a, b) => a - b);
    const within = (from: number, to: number): number => ages.filter((age) => age >= from && age <= to).length;
    return {
      fact,
      known: knowing.length,
      share: tools.length ? Math.round((1_000 * knowing.length) / tools.length) / 1_000 : 0,
      within30Days: within(0, 30),
      within90Days: within(31, 90),
      within365Days: within(91, 365),
      older: within(366, Number.POSITIVE_INFINITY),
      undated: knowing.length - ages.length,
      medianDays: ages[Math.ceil(ages.length / 2) - 1] ?? null,
      checked: knowing.filter(({ checks }) => checks.some(({ checkedAt }) => checkedAt !== null)).length,
      marked: knowing.filter(({ checks }) => checks.some(({ marked }) => marked)).length,
    };
  });
}

/** The days since a fact was read or checked; null where nothing says. */
function ageOf(tool: Tool, fact: string, checks: readonly CountedCheck[], now: Date): number | null {
  const read = tool.sources.filter(({ facts }) => facts.includes(fact)).map(({ readAt }) => Date.parse(readAt));
  const stated = statedDays(tool, fact).map((day) => Date.parse(day));
  const checked = checks.flatMap(({ checkedAt }) => (checkedAt === null ? [] : [checkedAt.getTime()]));
  const newest = Math.max(...read, ...stated, ...checked);
  return Number.isFinite(newest) ? Math.max(0, Math.floor((now.getTime() - newest) / DAY_MS)) : null;
}

/** The days that a fact itself has, beside those of the sources that name it. */
function statedDays({ licence, measures }: Tool, fact: string): string[] {
  if (fact === 'licence') return licence ? [licence.checkedAt] : [];
  return fact === 'measures' ? measures.map(({ asOf }) => asOf) : [];
}
