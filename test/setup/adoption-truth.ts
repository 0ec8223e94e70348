import {
  countable,
  dayOf,
  evidenceInDays,
  evidenceOfWorld,
  isUse,
  labelOf,
  mayCountAsUse,
  personOf,
  type WorldEvent,
  within,
} from './adoption-world.js';

const DAY_MS = 24 * 3_600_000;
const FAMILIES = ['intent', 'evaluation', 'activation', 'retention', 'expansion', 'commercial'];
const TOP = 50;

const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const developersOf = (events: readonly WorldEvent[]): number => new Set(events.map(personOf)).size;
const accountsOf = (events: readonly WorldEvent[]): number =>
  new Set(events.flatMap(({ account }) => account ?? [])).size;
const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
const instantOf = ({ occurredAt, receivedAt }: WorldEvent): string => occurredAt ?? receivedAt;
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The family that a view is of; null stands for all. */
type Family = string | null;

const ofFamily = (events: readonly WorldEvent[], family: Family): WorldEvent[] =>
  events.filter((event) => family === null || event.family === family);

/** The events that count in a window under its label and of its family, and all that count under that label. */
function countedIn(events: readonly WorldEvent[], from: string, to: string, family: Family) {
  const label = labelOf(within(countable(events), from, to));
  const all = countable(events).filter((event) => event.label === label);
  return { label, all, own: ofFamily(within(all, from, to), family) };
}

/** The developers who activated in the window, of those with an event of the family in it. */
function activatedIn(all: readonly WorldEvent[], from: string, to: string, family: Family) {
  const people = new Set(ofFamily(within(all, from, to), family).map(personOf));
  return new Map([...evidenceInDays(all, from, to)].filter(([person]) => family === null || people.has(person)));
}

/** Developers whose earliest event of all lies in the window, and of the family with an event of it there: that event, and whether they activated by the end. */
function newIn(all: readonly WorldEvent[], from: string, to: string, family: Family) {
  const people = new Set(ofFamily(within(all, from, to), family).map(personOf));
  const evidence = evidenceInDays(all, '0001-01-01', to);
  return new Map(
    [...Map.groupBy(all, personOf)].flatMap(([person, own]) => {
      const [first] = own.toSorted((a, b) => byText(instantOf(a), instantOf(b)) || byText(a.id, b.id));
      return first && dayOf(first) >= from && dayOf(first) <= to && people.has(person)
        ? [[person, { first, activated: evidence.has(person) }] as const]
        : [];
    }),
  );
}

function totalsOf(all: readonly WorldEvent[], from: string, to: string, family: Family) {
  const own = ofFamily(within(all, from, to), family);
  const evidence = [...activatedIn(all, from, to, family).values()];
  const accounts = new Set(own.flatMap(({ account }) => account ?? []));
  const firstDays = Map.groupBy(
    all.filter((event) => mayCountAsUse(event) && event.family === 'activation'),
    ({ account }) => account,
  );
  const uses = own.filter(isUse);
  const newcomers = newIn(all, from, to, family);
  const newActivated = [...newcomers].filter(([, { activated }]) => activated).length;
  const matured = [...activatedIn(all, daysLater(from, -14), daysLater(to, -14), family).values()];
  const returned = matured.filter(
    ({ activatedAt, returnedAt }) => returnedAt !== null && returnedAt - activatedAt < 14 * DAY_MS,
  ).length;
  const calls = within(all, from, to).filter(({ name }) => name.startsWith('MCP_TOOL_CALL'));
  return {
    events: own.length,
    calls: calls.length,
    failed: calls.filter(({ name }) => name.endsWith('FAILED')).length,
    families: new Set(within(all, from, to).flatMap(({ family: one }) => one ?? [])).size,
    developers: developersOf(own),
    newDevelopers: newcomers.size,
    newActivated,
    activationShare: share(newActivated, newcomers.size),
    matured: matured.length,
    returned,
    returnShare: share(returned, matured.length),
    eventsWithAccount: own.filter(({ account }) => account !== null).length,
    eventsOfUse: uses.length,
    eventsOfUseWithoutTime: uses.filter(({ occurredAt }) => occurredAt === null).length,
    accounts: accounts.size,
    accountsActivated: [...accounts].filter((account) => {
      const [first = ''] = (firstDays.get(account) ?? []).map(dayOf).toSorted(byText);
      return first >= from && first <= to;
    }).length,
    activated: evidence.length,
    retained: evidence.filter(({ returnedAt }) => returnedAt !== null).length,
    refused: family === null ? 0 : null,
    refusedShare: family === null && own.length > 0 ? 0 : null,
  };
}

/** Monday of the ISO week of a day. */
const mondayOf = (day: string): string => daysLater(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** ISO 8601: the week belongs to the year of its Thursday. */
function weekName(monday: string): string {
  const thursday = daysLater(monday, 3);
  const year = thursday.slice(0, 4);
  const week = Math.floor((Date.parse(thursday) - Date.parse(`${year}-01-01`)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

function retentionOf(all: readonly WorldEvent[], from: string, to: string, family: Family) {
  const evidence = activatedIn(all, from, to, family);
  const uses = Map.groupBy(within(all, from, to).filter(mayCountAsUse), (event) => mondayOf(dayOf(event)));
  const cohorts = Map.groupBy([...evidence], ([, { activatedAt }]) =>
    mondayOf(new Date(activatedAt).toISOString().slice(0, 10)),
  );
  return [...cohorts]
    .sort(([a], [b]) => byText(a, b))
    .map(([monday, members]) => {
      const people = new Set(members.map(([person]) => person));
      const weeks: number[] = [];
      for (let week = 0; daysLater(monday, 7 * week + 6) <= to; week += 1) {
        const active = (uses.get(daysLater(monday, 7 * week)) ?? []).filter((event) => people.has(personOf(event)));
        weeks.push(week === 0 ? people.size : developersOf(active));
      }
      return { cohort: weekName(monday), developers: people.size, weeks };
    });
}

function campaignsOf(all: readonly WorldEvent[], from: string, to: string, family: Family) {
  const activated = evidenceInDays(all, from, to);
  const newcomers = [...newIn(all, from, to, family).values()];
  const groups = Map.groupBy(
    ofFamily(within(all, from, to), family).filter(({ campaign }) => campaign !== null),
    ({ campaign, campaignSource }) => JSON.stringify([campaign, campaignSource]),
  );
  const broughtBy = (one: WorldEvent | undefined) =>
    newcomers.filter(({ first }) => first.campaign === one?.campaign && first.campaignSource === one?.campaignSource);
  return [...groups.values()]
    .map((own) => ({
      campaignId: own[0]?.campaign ?? '',
      source: own[0]?.campaignSource ?? null,
      newDevelopers: broughtBy(own[0]).length,
      newActivated: broughtBy(own[0]).filter(({ activated: did }) => did).length,
      events: own.length,
      developers: developersOf(own),
      accounts: accountsOf(own),
      activated: new Set(own.map(personOf).filter((person) => activated.has(person))).size,
    }))
    .sort(
      (a, b) => b.events - a.events || byText(a.campaignId, b.campaignId) || byText(a.source ?? '', b.source ?? ''),
    );
}

function toolCallsOf(own: readonly WorldEvent[]) {
  const calls = own.filter(({ name }) => name.startsWith('MCP_TOOL_CALL'));
  return [...Map.groupBy(calls, ({ receipt }) => JSON.stringify([receipt?.mcpServer, receipt?.mcpTool])).values()]
    .map((same) => {
      const failed = same.filter(({ name }) => name.endsWith('FAILED')).length;
      return {
        mcpServer: same[0]?.receipt?.mcpServer ?? null,
        mcpTool: same[0]?.receipt?.mcpTool ?? null,
        calls: same.length,
        failed,
        failureShare: same.length < 5 ? null : failed / same.length,
      };
    })
    .sort(
      (a, b) =>
        b.calls - a.calls || byText(a.mcpServer ?? '', b.mcpServer ?? '') || byText(a.mcpTool ?? '', b.mcpTool ?? ''),
    );
}

const seenIn = (events: readonly WorldEvent[]) => {
  const instants = events.map(instantOf).toSorted(byText);
  return { events: events.length, firstSeen: instants[0] ?? '', lastSeen: instants.at(-1) ?? '' };
};

/** The orders of each list. */
export const ACCOUNT_ORDERS = ['name', 'events', 'developers', 'firstSeen', 'lastSeen', 'activatedAt'].flatMap(
  bothWays,
);
export const DEVELOPER_ORDERS = ['name', 'events', 'firstSeen', 'lastSeen', 'activatedAt', 'retainedAt'].flatMap(
  bothWays,
);

function bothWays(name: string): string[] {
  return [name, `-${name}`];
}

type Listed = Readonly<Record<string, string | number | null>>;

/** In the order of a list: what has no value last, ties by name. */
export const inOrder =
  (sort: string, name: string) =>
  (a: Listed, b: Listed): number => {
    const member = sort.replace('-', '');
    const direction = sort.startsWith('-') ? -1 : 1;
    const ties = byText(String(a[name]), String(b[name]));
    if (member === 'name') return direction * ties;
    const [one, other] = [a[member] ?? null, b[member] ?? null];
    if (one === other) return ties;
    if (one === null || other === null) return one === null ? 1 : -1;
    return direction * (one < other ? -1 : 1);
  };

export function accountsTruth(
  events: readonly WorldEvent[],
  from: string,
  to: string,
  sort: string,
  family: Family = null,
) {
  const { all, own } = countedIn(events, from, to, family);
  const groups = Map.groupBy(own, ({ account }) => account ?? '');
  groups.delete('');
  const activating = Map.groupBy(
    all.filter((event) => mayCountAsUse(event) && event.family === 'activation'),
    ({ account }) => account,
  );
  return [...groups]
    .map(([accountDomain, same]) => {
      const activations = (activating.get(accountDomain) ?? []).map(instantOf).toSorted(byText);
      const activatedAt = activations[0] ?? null;
      return { accountDomain, ...seenIn(same), developers: developersOf(same), activatedAt };
    })
    .sort(inOrder(sort, 'accountDomain'));
}

export function developersTruth(
  events: readonly WorldEvent[],
  from: string,
  to: string,
  sort: string,
  family: Family = null,
) {
  const { all, own } = countedIn(events, from, to, family);
  const evidence = evidenceOfWorld(all);
  const textOf = (ms: number | null | undefined): string | null =>
    ms === null || ms === undefined ? null : new Date(ms).toISOString();
  return [...Map.groupBy(own, ({ developer }) => developer)]
    .map(([developerId, same]) => {
      const of = evidence.get(personOf(same[0] as WorldEvent));
      return {
        developerId,
        ...seenIn(same),
        activatedAt: textOf(of?.activatedAt),
        retainedAt: textOf(of?.returnedAt),
      };
    })
    .sort(inOrder(sort, 'developerId'));
}

/** The events that a view of all families counts. */
export const countedEvents = (events: readonly WorldEvent[], from: string, to: string): WorldEvent[] =>
  countedIn(events, from, to, null).own;

/** The families that the view of one developer or account must show, from the events that are counted of it. */
export const familiesTruth = (counted: readonly WorldEvent[]) =>
  [...Map.groupBy(counted, ({ family }) => family)]
    .map(([family, same]) => ({ family, ...seenIn(same) }))
    .sort((a, b) => byText(a.family ?? '', b.family ?? ''));

/** The figures that a company's view must show of its events, counted from the list. */
export function viewTruth(events: readonly WorldEvent[], from: string, to: string, family: Family = null) {
  const { label, all, own } = countedIn(events, from, to, family);
  const ofAll = within(all, from, to);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const ownByDay = Map.groupBy(own, dayOf);
  const arrived = within(events, from, to);
  const left = arrived.filter(({ source }) => source === 'api');
  return {
    label: label ?? 'missing',
    window: { from, to, days },
    sources: [
      ...Map.groupBy(arrived, ({ source, label }) => `${source} ${source === 'csv_import' ? 'imported' : label}`),
    ]
      .sort(([a], [b]) => byText(a, b))
      .map(([name, same]) => ({ source: name.split(' ')[0], label: name.split(' ')[1], events: same.length })),
    excluded: [
      { reason: 'vendor_own_domain', events: left.filter((event) => event.own).length },
      { reason: 'sample', events: left.filter((event) => !event.own && event.label !== label).length },
    ],
    totals: totalsOf(all, from, to, family),
    previous: totalsOf(all, daysLater(from, -days), daysLater(from, -1), family),
    funnel: FAMILIES.map((one) => {
      const same = ofFamily(ofAll, one);
      return { family: one, events: same.length, developers: developersOf(same), accounts: accountsOf(same) };
    }),
    days: Array.from({ length: days }, (_none, n) => {
      const day = daysLater(from, n);
      const same = ownByDay.get(day) ?? [];
      return {
        day,
        events: same.length,
        developers: developersOf(same),
        accounts: accountsOf(same),
        families: FAMILIES.flatMap((one) => {
          const count = ofFamily(same, one).length;
          return count > 0 ? [{ family: one, events: count }] : [];
        }),
      };
    }),
    retention: retentionOf(all, from, to, family),
    campaigns: campaignsOf(all, from, to, family),
    accounts: accountsTruth(events, from, to, '-events', family).slice(0, TOP),
    developers: developersTruth(events, from, to, '-events', family).slice(0, TOP),
    toolCalls: toolCallsOf(ofAll),
  };
}
