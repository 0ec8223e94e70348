import { movementKey, type ToolTruth } from '../../../server/adoption/evidence/index.js';
import {
  ALL_RULES,
  type PublicationRules,
  peopleBehind,
} from '../../../server/adoption/publishing/publication.rules.js';
import { composeSnapshot, type SnapshotTool } from '../../../server/adoption/publishing/snapshot.rules.js';
import type {
  PublishedPeriods as ComposedPeriods,
  ToolBasis,
} from '../../../server/adoption/publishing/snapshot.types.js';
import { type Figures, type People, Truth } from './truth.js';
import {
  DAYS_OF,
  type OpenSession,
  PERIODS,
  type Period,
  type PublishedDay,
  type Publisher,
  type RuleName,
} from './world.types.js';

const DAY_MS = 86_400_000;
/** Room for developers whom an attacker invents. */
const ROOM = 2_000;

/** The rules as the attacker's test switches one of them off; each of its names is that of a rule of ours. */
const rulesWithout = (off: RuleName | undefined): PublicationRules =>
  off === undefined ? ALL_RULES : { ...ALL_RULES, [off]: false };

const top = ([first, second]: readonly [number, number]) => ({ top1: first, top2: first + second });

/** The evidence of a window, of which a snapshot reads that of 90 days alone. */
const evidenceOf = (figures: Figures) => ({
  activated: figures.activated.size,
  retained: figures.retained.size,
  newDevelopers: figures.newDevelopers.size,
  newActivated: figures.newActivated.size,
  matured: figures.matured.size,
  returned: figures.returned.size,
  steadyOf: figures.steadyOf.size,
  steady: figures.steady.size,
  calls: figures.calls,
  succeeded: figures.successfulCalls,
  callers: figures.callers.size,
  callerAccounts: figures.callerAccounts,
  top: { developersByCalls: top([0, 0]), accountsByCalls: top([0, 0]) },
});

/** Publishes the days of a world one after another by the rules of the product; only what reads PostgreSQL is left out. */
export const openSession: OpenSession = (world, secretSeed, switchedOff) => {
  const rules = rulesWithout(switchedOff);
  const secret = Buffer.alloc(32, `secret ${secretSeed}`);
  const truths = new Map(world.tools.map((tool) => [tool.slug, new Truth(tool, world.firstDay, ROOM)]));
  const dateOf = (day: number): string =>
    new Date(Date.parse(`${world.firstDay}T00:00:00Z`) + day * DAY_MS).toISOString().slice(0, 10);
  const tools: SnapshotTool[] = world.tools.map(({ slug, category }) => ({
    id: slug,
    slug,
    name: slug,
    categories: [category],
    docs: { url: 'https://docs.example', llmsTxt: null, openapi: null },
  }));
  /** The sets of people of each tool as a day published them. */
  const published = new Map<string, Record<Period, Figures>>();
  const earlier: ComposedPeriods[] = [];
  let basis: ReadonlyMap<string, ToolBasis> = new Map();
  let day = 0;
  return {
    get day() {
      return day;
    },
    publish(injections) {
      for (const { slug, added, withdrawn } of injections) {
        const truth = truths.get(slug);
        if (!truth) throw new Error(`there is no tool ${slug}`);
        truth.add(added);
        truth.withdraw(withdrawn);
      }
      const today = dateOf(day);
      const now = new Map([...truths].map(([slug, truth]) => [slug, truth.figures(day)]));
      for (const [slug, figures] of now) published.set(`${slug} ${today}`, figures);
      const windows = (figures: Record<Period, Figures>) => (period: Period) => ({
        label: 'first-party' as const,
        events: figures[period].events,
        developers: figures[period].developers.size,
        accounts: figures[period].accounts,
        top: {
          developersByEvents: top(figures[period].top.developersByEvents),
          accountsByEvents: top(figures[period].top.accountsByEvents),
          accountsByDevelopers: top(figures[period].top.accountsByDevelopers),
        },
      });
      const composed = composeSnapshot(
        {
          day: today,
          secret,
          tools,
          truths: new Map(
            [...now].map(([slug, figures]): [string, ToolTruth] => {
              const windowOf = windows(figures);
              return [
                slug,
                {
                  toolId: slug,
                  windows: { '7d': windowOf('7d'), '30d': windowOf('30d'), '90d': windowOf('90d') },
                  evidence: {
                    '7d': evidenceOf(figures['7d']),
                    '30d': evidenceOf(figures['30d']),
                    '90d': evidenceOf(figures['90d']),
                  },
                  movements: new Map(),
                },
              ];
            }),
          ),
          basis,
          movements(toolId, key, setOn) {
            const { window, figures } = peopleBehind(key);
            const [was, is] = [published.get(`${toolId} ${setOn}`), now.get(toolId)];
            if (!was || !is) throw new Error(`${toolId} was not published on ${setOn}: ${movementKey}`);
            return Math.max(
              ...figures.map((figure) => differing(was[window][figure] as People, is[window][figure] as People)),
            );
          },
          publishedFrom: null,
          windowFrom: { '7d': '', '30d': '', '90d': '' },
          publishedBefore: (toolId, period) =>
            earlier[day - DAYS_OF[period]]?.[period].rows.find(({ tool }) => tool.id === toolId)?.developers ?? null,
        },
        rules,
      );
      basis = composed.basis;
      earlier.push(composed.periods);
      const answer = answerOf(day, composed.periods);
      day += 1;
      return answer;
    },
  };
};

const differing = (one: People, other: People): number => one.without(other) + other.without(one);

/** A snapshot as `GET /api/v1/adoption` answers it. */
const answerOf = (day: number, composed: ComposedPeriods): PublishedDay => ({
  day,
  periods: Object.fromEntries(
    PERIODS.map((period) => [
      period,
      {
        tools: composed[period].rows.map(({ tool, shares, components, ...row }) => ({
          ...row,
          tool: { slug: tool.slug },
          shares,
          components: components.map(({ id, value, weight }) => ({ id, value, weight })),
        })),
        categories: composed[period].categories,
      },
    ]),
  ) as unknown as PublishedDay['periods'],
});

/** Publishes every day of a world. */
export const publish: Publisher = (world, secretSeed, switchedOff) => {
  const session = openSession(world, secretSeed, switchedOff);
  return Array.from({ length: world.days }, () => session.publish([]));
};
