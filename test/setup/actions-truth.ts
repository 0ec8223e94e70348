import { viewTruth } from './adoption-truth.js';
import { countable, dayOf, mayCountAsUse, randomOf, type WorldEvent, within } from './adoption-world.js';

const DAY_MS = 86_400_000;
const FAMILIES = ['intent', 'evaluation', 'activation', 'retention', 'expansion', 'commercial'];
const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const instantOf = ({ occurredAt, receivedAt }: WorldEvent): string => occurredAt ?? receivedAt;
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** An action as far as events decide it. */
export interface ActionTruth {
  readonly id: string;
  readonly evidence: readonly (readonly [
    metric: string,
    value: number,
    previous: number | null,
    eventIds: readonly string[] | null,
  ])[];
}
interface Weighed extends ActionTruth {
  readonly weight: number;
  readonly touched: number;
}
type Part = readonly [part: number, whole: number];

const shareOf = ([part, whole]: Part): number | null => (whole > 0 ? part / whole : null);
const above = (now: Part, percent: number): boolean => now[1] > 0 && now[0] * 100 > now[1] * percent;

/** The actions of a product without refusals, links and old keys, from its events alone, as decisions §9 says. */
export function actionsTruth(events: readonly WorldEvent[], product: string, today: string): ActionTruth[] {
  const [from, to] = [daysLater(today, -30), daysLater(today, -1)];
  const { totals, previous, toolCalls, campaigns } = viewTruth(events, from, to);
  const before = viewTruth(events, daysLater(from, -30), daysLater(from, -1));
  const all = countable(events);
  const found: Weighed[] = [];
  const add = (weight: number, touched: number, id: string, ...evidence: [string, number, number | null][]) =>
    found.push({ weight, touched, id, evidence: evidence.map((one) => [...one, null] as const) });

  const [now, was] = [totals, previous].map((of): Part => [of.newActivated, of.newDevelopers]) as [Part, Part];
  const fall = (was[0] / was[1] - now[0] / now[1]) * 100;
  if (now[1] >= 20 && was[1] >= 20 && fall >= 10)
    add(
      90,
      now[1],
      `activation_drop:${product}`,
      ['activationShare', now[0] / now[1], was[0] / was[1]],
      ['newDevelopers', now[1], was[1]],
    );
  for (const { mcpServer, mcpTool, calls, failed } of toolCalls) {
    const earlier = before.toolCalls.find((one) => one.mcpServer === mcpServer && one.mcpTool === mcpTool);
    if (calls >= 20 && above([failed, calls], 10))
      add(
        80,
        failed,
        `tool_failing:${mcpServer ?? ''}/${mcpTool ?? ''}`,
        ['failureShare', failed / calls, earlier ? earlier.failed / earlier.calls : null],
        ['failed', failed, earlier?.failed ?? null],
      );
  }
  for (const { campaignId, source, newDevelopers, newActivated } of campaigns)
    if (newDevelopers >= 20 && newActivated === 0)
      add(
        60,
        newDevelopers,
        `campaign_without_activation:${[campaignId, ...(source === null ? [] : [source])].join('/')}`,
        ['newDevelopers', newDevelopers, null],
        ['newActivated', 0, null],
      );
  for (const family of FAMILIES)
    if (!all.some((event) => event.family === family))
      add(50, totals.developers, `family_missing:${family}`, [`events of ${family}`, 0, null]);
  const untimed = [totals, previous].map((of): Part => [of.eventsOfUseWithoutTime, of.eventsOfUse]) as [Part, Part];
  if (above(untimed[0], 30))
    add(45, untimed[0][0], `retention_unknown:${product}`, [
      'eventsOfUseWithoutTime ÷ eventsOfUse',
      untimed[0][0] / untimed[0][1],
      shareOf(untimed[1]),
    ]);
  const nameless = [totals, previous].map((of): Part => [of.events - of.eventsWithAccount, of.events]) as [Part, Part];
  if (above(nameless[0], 30))
    add(40, nameless[0][0], `no_account:${product}`, [
      '1 − eventsWithAccount ÷ events',
      nameless[0][0] / nameless[0][1],
      shareOf(nameless[1]),
    ]);
  const silent = silentTruth(all, product, today);
  if (silent) found.push(silent);
  return found
    .toSorted(
      (a, b) => b.weight * Math.log10(1 + b.touched) - a.weight * Math.log10(1 + a.touched) || byText(a.id, b.id),
    )
    .map(({ id, evidence }) => ({ id, evidence }));
}

/** The accounts that activated and had no event in 14 closed days nor today, the five that fell silent last by name. */
function silentTruth(all: readonly WorldEvent[], product: string, today: string): Weighed | null {
  const begin = daysLater(today, -30);
  const activations = Map.groupBy(
    all.filter((event) => event.account !== null && event.family === 'activation' && mayCountAsUse(event)),
    ({ account }) => account ?? '',
  );
  const isThere = (account: string, from: string, until: string): boolean =>
    within(all, from, until).some((event) => event.account === account);
  const silent = [...activations.keys()].filter((account) => !isThere(account, daysLater(today, -14), today));
  if (silent.length === 0) return null;
  const beforeBegin = [...activations].filter(
    ([account, own]) =>
      own.some((event) => dayOf(event) < begin) && !isThere(account, daysLater(begin, -14), daysLater(begin, -1)),
  );
  const lastDayOf = (account: string): string =>
    within(all, daysLater(today, -90), today)
      .filter((event) => event.account === account)
      .map(dayOf)
      .toSorted(byText)
      .at(-1) ?? '';
  const named = silent
    .map((account) => ({ account, lastDay: lastDayOf(account) }))
    .toSorted((a, b) => byText(b.lastDay, a.lastDay) || byText(a.account, b.account))
    .slice(0, 5);
  return {
    weight: 70,
    touched: silent.length,
    id: `account_silent:${product}`,
    evidence: [
      ['accountsSilent', silent.length, beforeBegin.length, null],
      ...named
        .filter(({ lastDay }) => lastDay !== '')
        .map(({ account, lastDay }) => {
          const [first] = (activations.get(account) ?? []).toSorted(
            (a, b) => byText(instantOf(a), instantOf(b)) || byText(a.id, b.id),
          );
          const days = (Date.parse(today) - Date.parse(lastDay)) / DAY_MS;
          return [`daysSilent of ${account}`, days, null, [`evt_${first?.id}`]] as const;
        }),
    ],
  };
}

/** Events of a company that does worse: developers are new in each 30 days, of the last fewer activate, and accounts, times and a family are missing. */
export function worsened(events: readonly WorldEvent[], today: string): WorldEvent[] {
  const random = randomOf(5);
  const [before, begin, quietSince] = [60, 30, 20].map((days) => daysLater(today, -days)) as [string, string, string];
  return events
    .filter(
      (event) => event.family !== 'commercial' && !(/^a\d\./.test(event.account ?? '') && dayOf(event) >= quietSince),
    )
    .map((event): WorldEvent => {
      const day = dayOf(event);
      const [isNew, fails, loses] = [random() < 0.4, random() < 0.95, random() < 0.5];
      const developer =
        isNew && day >= before ? `${event.developer}-${day >= begin ? 'new' : 'then'}` : event.developer;
      if (day < begin) return { ...event, developer };
      const activates = event.family === 'activation' && event.name !== 'MCP_TOOL_CALL_FAILED';
      return {
        ...event,
        developer,
        ...(activates && fails ? { name: 'API_KEY_CREATED', family: 'evaluation' } : {}),
        ...(loses ? { account: null, occurredAt: null } : {}),
      };
    });
}
