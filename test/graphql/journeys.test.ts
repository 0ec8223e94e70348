import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, foldEvents } from '../../server/adoption/index.js';
import {
  countable,
  dayOf,
  evidenceOfWorld,
  labelOf,
  makeWorld,
  personOf,
  storeWorld,
  type WorldEvent,
  type WorldProduct,
  within,
} from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { type Company, makeCompany } from '../setup/people.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const END = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
const TODAY = END.toISOString().slice(0, 10);
const LAST_DAY = addDays(TODAY, -2);

let app: TestApp;
let company: Company;
let other: Company;
/** A company with three events of one developer, all of one day. */
let alone: Company;
let events: WorldEvent[];

const productOf = async ({ organizationId }: Company, labels: readonly WorldEvent['label'][]) => {
  const [row] = await query<{ id: string }>(app.databaseUrl, 'select id from product where organization_id = $1', [
    organizationId.slice(4),
  ]);
  return { organization: organizationId.slice(4), product: row?.id ?? '', labels };
};

/** An evaluation, an activation and a second evaluation of the same developer on the last day. */
const oneDayOf = (product: WorldProduct): WorldEvent[] =>
  makeWorld(32, 3, [product], END).map((event, at) => {
    const occurredAt = `${LAST_DAY}T${['09:00', '10:00', '11:30'][at]}:00.000Z`;
    const family = at === 1 ? 'activation' : 'evaluation';
    const plain = {
      name: 'docs_opened',
      own: false,
      account: null,
      campaign: null,
      campaignSource: null,
      receipt: null,
    };
    return { ...event, ...plain, family, developer: 'dev_of_one_day', occurredAt, receivedAt: occurredAt };
  });

beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app, 'one');
  other = await makeCompany(app, 'one');
  const products = [
    await productOf(company, ['first-party', 'first-party', 'sample']),
    await productOf(other, ['first-party']),
  ];
  events = makeWorld(31, 3_000, products, END);
  alone = await makeCompany(app, 'one');
  await storeWorld(app.databaseUrl, [...events, ...oneDayOf(await productOf(alone, ['first-party']))]);
  while ((await foldEvents(app.app.platform.em())).more);
});
afterAll(() => app.close());

/** The events of the company that count in a window under its label, of all time. */
function countedOf({ organizationId }: Company, from: string, to: string): WorldEvent[] {
  const own = countable(events).filter(({ organization }) => organization === organizationId.slice(4));
  const label = labelOf(within(own, from, to));
  return own.filter((event) => event.label === label);
}

const atOf = ({ occurredAt, receivedAt }: WorldEvent): number => Date.parse(occurredAt ?? receivedAt);
const median = (numbers: readonly number[]): number | null => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
};

interface Walk {
  readonly from: string;
  readonly to: string;
  /** Families, and names of events behind a colon. */
  readonly steps: readonly string[];
  readonly withinDays: number;
  readonly campaignId?: string;
  readonly campaignSource?: string;
  readonly accountDomain?: string;
}

const takes = (step: string, { family, name }: WorldEvent): boolean =>
  step.startsWith(':') ? name === step.slice(1) : family === step;
const stepsOf = (steps: readonly string[]) =>
  steps.map((step) => (step.startsWith(':') ? { eventName: step.slice(1) } : { family: step }));

/** The moments of each developer's steps, read off the rule: of a day the first and the last event of a family are known. */
function walksTruth(all: readonly WorldEvent[], walk: Walk): number[][] {
  const { from, to, steps, withinDays, campaignId, campaignSource, accountDomain } = walk;
  const own = all.filter(({ account }) => accountDomain === undefined || account === accountDomain);
  return [...Map.groupBy(own, personOf).values()].flatMap((mine) => {
    const entries = within(mine, from, to)
      .filter((event) => takes(steps[0] ?? '', event))
      .filter(
        (event) =>
          campaignId === undefined ||
          (event.campaign === campaignId && event.campaignSource === (campaignSource ?? null)),
      );
    if (entries.length === 0) return [];
    const begun = Math.min(...entries.map(atOf));
    const moments = [begun];
    for (const step of steps.slice(1)) {
      const known = [
        ...Map.groupBy(
          mine.filter((event) => takes(step, event)),
          dayOf,
        ).values(),
      ].flatMap((ofDay) => {
        const times = ofDay.map(atOf);
        return [Math.min(...times), Math.max(...times)];
      });
      const next = known.filter((at) => at >= (moments.at(-1) ?? 0) && at <= begun + withinDays * DAY_MS);
      if (next.length === 0) break;
      moments.push(Math.min(...next));
    }
    return [moments];
  });
}

const FUNNEL = `query ($organizationId: ID!, $from: String!, $to: String!, $steps: [FunnelStepInput!]!, $withinDays: Int!, $campaignId: String, $campaignSource: String, $accountDomain: String) {
  companyFunnel(organizationId: $organizationId, from: $from, to: $to, steps: $steps, withinDays: $withinDays, campaignId: $campaignId, campaignSource: $campaignSource, accountDomain: $accountDomain) {
    label withinDays open eventNames steps { family eventName developers share shareOfBefore medianSeconds stopped { developerId at } } } }`;

interface Funnel {
  readonly open: number;
  readonly eventNames: readonly string[];
  readonly steps: readonly {
    readonly family: string | null;
    readonly eventName: string | null;
    readonly developers: number;
    readonly share: number | null;
    readonly shareOfBefore: number | null;
    readonly medianSeconds: number | null;
    readonly stopped: readonly { readonly developerId: string; readonly at: string }[];
  }[];
}

async function answerTo<T>(document: string, given: object, by: Company = company): Promise<T> {
  const reply = await askGraphql<T>(
    app,
    document,
    { organizationId: by.organizationId, ...given },
    { cookie: by.owner.cookie },
  );
  expect(reply.errors).toEqual([]);
  if (!reply.data) throw new Error('no data');
  return reply.data;
}

const WALKS: readonly (readonly [name: string, walk: Walk])[] = [
  [
    'three families within 30 days',
    {
      from: addDays(LAST_DAY, -150),
      to: addDays(LAST_DAY, -40),
      steps: ['intent', 'evaluation', 'activation'],
      withinDays: 30,
    },
  ],
  [
    'six families within 90 days',
    {
      from: addDays(LAST_DAY, -180),
      to: LAST_DAY,
      steps: ['intent', 'evaluation', 'activation', 'retention', 'expansion', 'commercial'],
      withinDays: 90,
    },
  ],
  [
    'families against their order, within a day',
    { from: addDays(LAST_DAY, -180), to: LAST_DAY, steps: ['retention', 'activation'], withinDays: 1 },
  ],
  [
    'those whom one campaign brought to the first step',
    {
      from: addDays(LAST_DAY, -180),
      to: LAST_DAY,
      steps: ['activation', 'retention'],
      withinDays: 30,
      campaignId: 'spring',
      campaignSource: 'talk',
    },
  ],
  [
    'those of a campaign without a source',
    {
      from: addDays(LAST_DAY, -180),
      to: LAST_DAY,
      steps: ['activation', 'retention'],
      withinDays: 30,
      campaignId: 'spring',
    },
  ],
  [
    'names of events, whatever their family',
    {
      from: addDays(LAST_DAY, -180),
      to: LAST_DAY,
      steps: [':docs_opened', ':FIRST_API_CALL', ':RETURNED_AFTER_7_DAYS'],
      withinDays: 90,
    },
  ],
  [
    'a name without a family among families, of one campaign',
    {
      from: addDays(LAST_DAY, -180),
      to: LAST_DAY,
      steps: [':MCP_TOOL_CALL_FAILED', 'retention', ':docs_opened'],
      withinDays: 60,
      campaignId: 'spring',
      campaignSource: 'talk',
    },
  ],
  [
    'the named events of one account',
    {
      from: addDays(LAST_DAY, -180),
      to: LAST_DAY,
      steps: [':FIRST_API_CALL', ':ZONE_USAGE_REPORTED'],
      withinDays: 90,
      accountDomain: 'a0.example',
    },
  ],
  [
    'the events of one account',
    {
      from: addDays(LAST_DAY, -180),
      to: LAST_DAY,
      steps: ['activation', 'retention'],
      withinDays: 60,
      accountDomain: 'a0.example',
    },
  ],
];

describe('an ordered funnel counts those who take its steps in order and in time', () => {
  it.each(WALKS)('%s', async (_name, walk) => {
    const { companyFunnel } = await answerTo<{ companyFunnel: Funnel }>(FUNNEL, {
      ...walk,
      steps: stepsOf(walk.steps),
    });
    const walks = walksTruth(countedOf(company, walk.from, walk.to), walk);
    const took = (step: number) => walks.filter((moments) => moments.length > step);
    expect(took(1).length).toBeGreaterThan(0);
    expect(companyFunnel.steps.map(({ family, eventName, developers }) => [{ family, eventName }, developers])).toEqual(
      stepsOf(walk.steps).map((named, step) => [{ family: null, eventName: null, ...named }, took(step).length]),
    );
    for (const [step, found] of companyFunnel.steps.entries()) {
      const seconds = took(step).map((moments) => ((moments[step] ?? 0) - (moments[step - 1] ?? 0)) / 1_000);
      expect(found.share).toBeCloseTo(took(step).length / walks.length, 9);
      if (step === 0) expect([found.shareOfBefore, found.medianSeconds]).toEqual([null, null]);
      else expect(found.medianSeconds ?? null).toBe(median(seconds));
      const stopped = walks.filter((moments) => moments.length === step + 1 && step + 1 < walk.steps.length);
      expect(found.stopped).toHaveLength(Math.min(25, stopped.length));
      const latest = stopped.map((moments) => moments[step] ?? 0).toSorted((a, b) => b - a);
      expect(found.stopped.map(({ at }) => Date.parse(at))).toEqual(latest.slice(0, 25));
    }
  });

  it('takes a step by the last event of its day where the first one came before the step of before', async () => {
    const { companyFunnel } = await answerTo<{ companyFunnel: Funnel }>(
      FUNNEL,
      { from: LAST_DAY, to: LAST_DAY, steps: stepsOf(['activation', 'evaluation']), withinDays: 1 },
      alone,
    );
    expect(companyFunnel.steps).toMatchObject([
      { developers: 1, stopped: [] },
      { developers: 1, medianSeconds: 5_400 },
    ]);
  });

  it('proposes the names that arrived from the company’s servers, the most frequent first', async () => {
    const { companyFunnel } = await answerTo<{ companyFunnel: Funnel }>(FUNNEL, {
      from: addDays(LAST_DAY, -60),
      to: LAST_DAY,
      steps: stepsOf(['activation', 'retention']),
      withinDays: 1,
    });
    const own = events.filter(
      ({ organization, source, receivedAt }) =>
        organization === company.organizationId.slice(4) &&
        source === 'api' &&
        receivedAt.slice(0, 10) >= addDays(LAST_DAY, -60) &&
        receivedAt.slice(0, 10) <= LAST_DAY,
    );
    const byName = [...Map.groupBy(own, ({ name }) => name)].map(([name, { length }]) => [name, length] as const);
    expect(byName.length).toBeGreaterThan(5);
    expect(companyFunnel.eventNames).toEqual(
      byName.toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name]) => name),
    );
  });

  it('counts as open those who have time left', async () => {
    const walk = { from: addDays(LAST_DAY, -70), to: TODAY, steps: ['activation', 'commercial'], withinDays: 60 };
    const { companyFunnel } = await answerTo<{ companyFunnel: Funnel & { asOf: string } }>(
      FUNNEL.replace('label', 'asOf label'),
      { ...walk, steps: stepsOf(walk.steps) },
    );
    const asOf = Date.parse(companyFunnel.asOf);
    const waiting = walksTruth(countedOf(company, walk.from, walk.to), walk).filter(
      ([begun = 0, last]) => last === undefined && begun + 60 * DAY_MS > asOf,
    );
    expect(waiting.length).toBeGreaterThan(0);
    expect(companyFunnel.open).toBe(waiting.length);
  });

  it.each([
    [{ steps: stepsOf(['intent']) }, '/steps'],
    [{ steps: stepsOf(['intent', 'intent']) }, '/steps'],
    [{ steps: stepsOf([':docs_opened', ':docs_opened']) }, '/steps'],
    [{ steps: [{ family: 'intent' }, {}] }, '/steps/1'],
    [{ steps: [{ family: 'intent' }, { family: 'activation', eventName: 'docs_opened' }] }, '/steps/1/eventName'],
    [{ steps: [{ family: 'intent' }, { eventName: '{"a"}' }] }, '/steps/1/eventName'],
    [{ steps: [{ family: 'intent' }, { eventName: 'a'.repeat(101) }] }, '/steps/1/eventName'],
    [{ withinDays: 91 }, '/withinDays'],
    [{ campaignSource: 'talk' }, '/campaignId'],
  ])('refuses %j', async (given, pointer) => {
    const reply = await askGraphql(
      app,
      FUNNEL,
      {
        organizationId: company.organizationId,
        from: LAST_DAY,
        to: LAST_DAY,
        steps: stepsOf(['intent', 'evaluation']),
        withinDays: 7,
        ...given,
      },
      { cookie: company.owner.cookie },
    );
    expect(JSON.stringify(reply.errors)).toContain(`"pointer":"${pointer}"`);
  });
});

const LIFECYCLE = `query ($organizationId: ID!, $from: String!, $to: String!) {
  companyLifecycle(organizationId: $organizationId, from: $from, to: $to) {
    label weeks { monday ended active fresh returning resurrected dormant } days { day daily weekly monthly }
    activation { developers activated medianSeconds withinHour withinDay withinWeek } } }`;

const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
const peopleIn = (all: readonly WorldEvent[], from: string, to: string): Set<string> =>
  new Set(within(all, from, to).map(personOf));

describe('the lifecycle of developers', () => {
  it.each([
    ['of a company', () => company, -100, -30],
    ['to a day within a week', () => company, -60, 0],
    ['of another company, of its own alone', () => other, -90, -5],
  ] as const)('counts each week, each day and the time to activation %s', async (_name, companyOf, first, last) => {
    const [from, to] = [addDays(LAST_DAY, first), addDays(LAST_DAY, last)];
    const { companyLifecycle } = await answerTo<{
      companyLifecycle: {
        weeks: readonly Record<string, unknown>[];
        days: readonly Record<string, unknown>[];
        activation: Record<string, number | null>;
      };
    }>(LIFECYCLE, { from, to }, companyOf());
    const all = countedOf(companyOf(), from, to);
    const until = within(all, '0001-01-01', to);
    const mondays = [];
    for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) mondays.push(monday);
    expect(companyLifecycle.weeks).toEqual(
      mondays.map((monday) => {
        const active = peopleIn(until, monday, addDays(monday, 6));
        const before = peopleIn(until, addDays(monday, -7), addDays(monday, -1));
        const ever = peopleIn(until, '0001-01-01', addDays(monday, -1));
        const of = (is: (person: string) => boolean) => [...active].filter(is).length;
        const ended = addDays(monday, 6) <= to;
        return {
          monday,
          ended,
          active: active.size,
          fresh: of((person) => !ever.has(person)),
          returning: of((person) => before.has(person)),
          resurrected: of((person) => ever.has(person) && !before.has(person)),
          dormant: ended ? [...before].filter((person) => !active.has(person)).length : null,
        };
      }),
    );
    const days = [];
    for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
    expect(companyLifecycle.days).toEqual(
      days.map((day) => ({
        day,
        daily: peopleIn(all, day, day).size,
        weekly: peopleIn(all, addDays(day, -6), day).size,
        monthly: peopleIn(all, addDays(day, -27), day).size,
      })),
    );
    const evidence = evidenceOfWorld(all);
    const times = [...Map.groupBy(all, personOf)].flatMap(([person, own]) => {
      const first = Math.min(...own.map(atOf));
      const day = new Date(first).toISOString().slice(0, 10);
      if (day < from || day > to) return [];
      const activated = evidence.get(person);
      return [activated ? (activated.activatedAt - first) / 1_000 : null];
    });
    const known = times.filter((seconds) => seconds !== null);
    const below = (seconds: number) => known.filter((one) => one < seconds).length;
    expect(companyLifecycle.activation).toEqual({
      developers: times.length,
      activated: known.length,
      medianSeconds: median(known),
      withinHour: below(3_600),
      withinDay: below(86_400),
      withinWeek: below(604_800),
    });
    expect(known.length).toBeGreaterThan(0);
  });

  it('knows nothing of an organization without an event', async () => {
    const empty = await makeCompany(app, 'one');
    const { companyLifecycle } = await answerTo<{ companyLifecycle: unknown }>(
      LIFECYCLE,
      { from: LAST_DAY, to: LAST_DAY },
      empty,
    );
    expect(companyLifecycle).toEqual({
      label: 'missing',
      weeks: [],
      days: [],
      activation: { developers: 0, activated: 0, medianSeconds: null, withinHour: 0, withinDay: 0, withinWeek: 0 },
    });
  });
});
