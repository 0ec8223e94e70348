import type { ActionFacts, FactWindow, TrackingKeyFact } from './action-facts.rules.js';
import { counted, type Evidence, type Finding, pageOf, type Rule, shortened, subjectOf } from './finding.rules.js';

const DAY_MS = 86_400_000;
const SILENT_DAYS = 14;
const ENDING_DAYS = 10;
const UNUSED_DAYS = 30;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
const today = ({ now }: ActionFacts): FactWindow => ({ from: dayOf(now), to: dayOf(now), days: 1 });
/** Records of the organization itself are first-party, whatever its events are. */
const ofRecord = (facts: ActionFacts, metric: string, value: number, label = 'first-party'): Evidence => ({
  metric,
  value,
  previous: null,
  window: today(facts),
  label,
  eventIds: null,
});
/** Facts about events of all time have the events' label, even if no event of the window counts. */
const labelOfAll = ({ label }: ActionFacts): string => (label === 'missing' ? 'first-party' : label);

/** Accounts that activated have fallen silent: one action for all of them. */
export const accountSilent: Rule = (facts) => {
  const { accounts, productId, now } = facts;
  if (accounts.activated === 0) return { unknown: 'No account has activated yet.' };
  if (accounts.silent === 0) return [];
  const days: FactWindow = {
    from: dayOf(new Date(now.getTime() - SILENT_DAYS * DAY_MS)),
    to: dayOf(new Date(now.getTime() - DAY_MS)),
    days: SILENT_DAYS,
  };
  const label = labelOfAll(facts);
  const names = accounts.named.map(
    ({ accountDomain, lastDay }) => `${accountDomain}${lastDay === null ? '' : ` (last on ${lastDay})`}`,
  );
  const more = accounts.silent - accounts.named.length;
  return [
    {
      subject: subjectOf(productId),
      touched: accounts.silent,
      title: `${counted(accounts.silent, 'account has', 'accounts have')} had no event for ${SILENT_DAYS} days`,
      why: `${accounts.silent} of ${counted(accounts.activated, 'activated account', 'activated accounts')} fell silent: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
      step: 'Write to the developers of the accounts that fell silent last, and ask what stopped them.',
      evidence: [
        {
          metric: 'accountsSilent',
          value: accounts.silent,
          previous: accounts.silentBefore,
          window: days,
          label,
          eventIds: null,
        },
        ...accounts.named.flatMap(({ accountDomain, lastDay, eventId }): Evidence[] =>
          lastDay === null
            ? []
            : [
                {
                  metric: `daysSilent of ${accountDomain}`,
                  value: daysBetween(lastDay, dayOf(now)),
                  previous: null,
                  window: days,
                  label,
                  eventIds: [eventId],
                },
              ],
        ),
      ],
      path: pageOf(facts, 'adoption/accounts'),
    },
  ];
};

/** An agent key ends soon. */
export const keyEnding: Rule = (facts) => {
  const { agentKeys, now, totals } = facts;
  if (agentKeys.length === 0) return { unknown: 'The product has no agent key.' };
  return agentKeys
    .filter(({ expiresAt }) => expiresAt.getTime() - now.getTime() <= ENDING_DAYS * DAY_MS)
    .map(
      ({ id, name, expiresAt }): Finding => ({
        subject: subjectOf(id),
        touched: totals.developers,
        title: `The agent key ${shortened(name)} ends on ${dayOf(expiresAt)}`,
        why: `Agents that use it are refused from ${dayOf(expiresAt)} on.`,
        step: 'Create a new agent key, give it to the agents, and revoke this one.',
        evidence: [ofRecord(facts, 'daysLeft', daysBetween(dayOf(now), dayOf(expiresAt)))],
        path: pageOf(facts, 'settings/agent-keys'),
      }),
    );
};

/** A family of events has never arrived. */
export const familyMissing: Rule = (facts) => {
  const { familiesEver, totals } = facts;
  if (familiesEver.every(({ events }) => events === 0)) return { unknown: 'No event has arrived yet.' };
  return familiesEver
    .filter(({ events }) => events === 0)
    .map(
      ({ family }): Finding => ({
        subject: subjectOf(family),
        touched: totals.developers,
        title: `No event of the family ${family} has ever arrived`,
        why: `The report can't say anything of ${family}, since no event of it was ever sent.`,
        step: `Choose an event of the family ${family} from the catalog, and send it where it happens.`,
        evidence: [
          {
            metric: `events of ${family}`,
            value: 0,
            previous: null,
            window: { from: null, to: facts.window.to, days: null },
            label: labelOfAll(facts),
            eventIds: null,
          },
        ],
        path: pageOf(facts, 'start'),
      }),
    );
};

/** A key that is not used is a risk without a use. */
export const keyUnused: Rule = (facts) => {
  const { trackingKeys, now } = facts;
  if (trackingKeys.length === 0) return { unknown: 'The product has no tracking key.' };
  const usedAt = ({ lastUsedAt, createdAt }: TrackingKeyFact): Date => lastUsedAt ?? createdAt;
  return trackingKeys
    .filter((key) => now.getTime() - usedAt(key).getTime() >= UNUSED_DAYS * DAY_MS)
    .map((key): Finding => {
      const since = dayOf(usedAt(key));
      return {
        subject: subjectOf(key.id),
        touched: 0,
        title: `The tracking key ${shortened(key.name)} is unused since ${since}`,
        why: `${key.lastUsedAt === null ? 'It was never used since it was created' : 'It was last used'} on ${since}.`,
        step: 'Revoke the key, or find out why its server stopped sending.',
        evidence: [ofRecord(facts, 'daysUnused', daysBetween(since, dayOf(now)))],
        path: pageOf(facts, 'settings/tracking-keys'),
      };
    });
};

/** The directory's entry of a linked tool lacks what agents look for. */
export const directoryEvidence: Rule = (facts) => {
  const { tools, totals } = facts;
  if (tools.length === 0) return { unknown: 'The product is not linked to a tool of the directory.' };
  return tools
    .filter(({ lacks }) => lacks.length > 0)
    .map(
      ({ slug, name, lacks }): Finding => ({
        subject: subjectOf(slug),
        touched: totals.developers,
        title: `The directory’s entry of ${shortened(name)} lacks ${lacks.join(' and ')}`,
        why: `Agents that search the directory find no ${lacks.join(', no ')} of ${shortened(name)}.`,
        step: 'Send the addresses of what is missing; a reviewer reads them before they are shown.',
        evidence: [ofRecord(facts, 'missingFacts', lacks.length, 'public-source')],
        path: '/submit/tracked_links',
      }),
    );
};
