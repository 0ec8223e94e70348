import type { CampaignFact, ToolFact } from './action-facts.rules.js';
import { counted, type Finding, measured, pageOf, type Rule, shortened, subjectOf } from './finding.rules.js';
import { hasFallenBy, isAbove, percent, ratioOf } from './share.rules.js';

/** Fewer developers or calls say nothing of a share. */
const BASIS_MIN = 20;
const FALL_THOUSANDTHS = 100;
const REFUSED_THOUSANDTHS = 20;
const FAILED_THOUSANDTHS = 100;
const WITHOUT_THOUSANDTHS = 300;

/** Fewer new developers activate than in the window before. */
export const activationDrop: Rule = (facts) => {
  const { totals, previous, productId } = facts;
  const [now, before] = [totals, previous].map(({ newActivated, newDevelopers }) => ({
    part: newActivated ?? 0,
    whole: newDevelopers ?? 0,
  }));
  if (!now || !before || now.whole < BASIS_MIN || before.whole < BASIS_MIN)
    return {
      unknown: `It needs ${BASIS_MIN} new developers in both windows; there were ${now?.whole ?? 0}, and ${before?.whole ?? 0} before.`,
    };
  if (!hasFallenBy(now, before, FALL_THOUSANDTHS)) return [];
  return [
    {
      subject: subjectOf(productId),
      touched: now.whole,
      title: `Activation fell from ${percent(before)} to ${percent(now)}`,
      why: `${now.part} of ${now.whole} new developers activated, and ${before.part} of ${before.whole} in the window before.`,
      step: 'Compare the first steps of new developers in both windows, and look for a release or campaign that changed them.',
      evidence: [
        measured(facts, 'activationShare', now.part / now.whole, before.part / before.whole),
        measured(facts, 'newDevelopers', now.whole, before.whole),
      ],
      path: pageOf(facts, 'adoption'),
    },
  ];
};

/** Too many events are refused. */
export const refusals: Rule = (facts) => {
  const { totals, previous, refusedByCode, productId } = facts;
  const [now, before] = [totals, previous].map(({ refused, events }) => ({
    part: refused ?? 0,
    whole: (refused ?? 0) + (events ?? 0),
  }));
  if (!now || !before || now.whole === 0) return { unknown: 'Nothing was sent in this window.' };
  if (!isAbove(now, REFUSED_THOUSANDTHS)) return [];
  const [most] = refusedByCode;
  const code = most ? `, most often with ${most.code} (${most.refused})` : '';
  return [
    {
      subject: subjectOf(productId),
      touched: now.part,
      title: `${percent(now)} of the events are refused`,
      why: `${now.part} of ${now.whole} events were refused${code}.`,
      step: 'Open the refused events, read the field that each of them names, and mend the sender.',
      evidence: [
        measured(facts, 'refusedShare', now.part / now.whole, ratioOf(before)),
        ...(most ? [measured(facts, `refused.${most.code}`, most.refused, null)] : []),
      ],
      path: pageOf(facts, 'events'),
    },
  ];
};

const isSameTool = (one: ToolFact, other: ToolFact): boolean =>
  one.mcpServer === other.mcpServer && one.mcpTool === other.mcpTool;

/** A tool fails often. */
export const toolFailing: Rule = (facts) => {
  const judged = facts.toolCalls.filter(({ calls }) => calls >= BASIS_MIN);
  if (judged.length === 0) return { unknown: `It needs a tool with ${BASIS_MIN} calls in this window.` };
  return judged.flatMap((tool): Finding[] => {
    const now = { part: tool.failed, whole: tool.calls };
    if (!isAbove(now, FAILED_THOUSANDTHS)) return [];
    const before = facts.previousToolCalls.find((other) => isSameTool(tool, other));
    const name = shortened(tool.mcpTool ?? 'A tool without a name');
    return [
      {
        subject: subjectOf(tool.mcpServer, tool.mcpTool),
        touched: tool.failed,
        title: `${name} fails in ${percent(now)} of its calls`,
        why: `${tool.failed} of ${tool.calls} calls of ${name} on ${shortened(tool.mcpServer ?? 'an unnamed server')} failed.`,
        step: 'Read its failed calls in the events, reproduce one of them, and mend the tool.',
        evidence: [
          measured(
            facts,
            'failureShare',
            now.part / now.whole,
            before ? ratioOf({ part: before.failed, whole: before.calls }) : null,
          ),
          measured(facts, 'failed', tool.failed, before?.failed ?? null),
        ],
        path: pageOf(facts, 'events'),
      },
    ];
  });
};

/** A campaign brings developers who do not activate. */
export const campaignWithoutActivation: Rule = (facts) => {
  const judged = facts.campaigns.filter(({ newDevelopers }) => newDevelopers >= BASIS_MIN);
  if (judged.length === 0) return { unknown: `It needs a campaign with ${BASIS_MIN} new developers in this window.` };
  return judged.filter(({ newActivated }) => newActivated === 0).map((campaign) => withoutActivation(campaign));

  function withoutActivation({ campaignId, source, newDevelopers }: CampaignFact): Finding {
    const name = shortened(campaignId);
    return {
      subject: source === null ? subjectOf(campaignId) : subjectOf(campaignId, source),
      touched: newDevelopers,
      title: `No new developer of ${name} activated`,
      why: `The campaign ${name}${source === null ? '' : ` by ${shortened(source)}`} brought ${newDevelopers} new developers, and none of them activated.`,
      step: 'Follow the campaign’s link as a new developer would, and compare what it promises with the first step.',
      evidence: [measured(facts, 'newDevelopers', newDevelopers, null), measured(facts, 'newActivated', 0, null)],
      path: pageOf(facts, 'adoption'),
    };
  }
};

/** Returns can't be proven, since events of use lack their time. */
export const retentionUnknown: Rule = (facts) => {
  const { totals, previous, productId } = facts;
  const now = { part: totals.eventsOfUseWithoutTime, whole: totals.eventsOfUse };
  if (now.whole === 0) return { unknown: 'No event of use arrived in this window.' };
  if (!isAbove(now, WITHOUT_THOUSANDTHS)) return [];
  return [
    {
      subject: subjectOf(productId),
      touched: now.part,
      title: `${percent(now)} of the events of use have no occurredAt`,
      why: `${now.part} of ${now.whole} events of use do not say when they happened: they prove no return.`,
      step: 'Send occurredAt with each event: the time of the real event, with its offset.',
      evidence: [
        measured(
          facts,
          'eventsOfUseWithoutTime ÷ eventsOfUse',
          now.part / now.whole,
          ratioOf({ part: previous.eventsOfUseWithoutTime, whole: previous.eventsOfUse }),
        ),
      ],
      path: pageOf(facts, 'events'),
    },
  ];
};

/** Events don't say which account they are about. */
export const noAccount: Rule = (facts) => {
  const { totals, previous, productId } = facts;
  const without = ({ events, eventsWithAccount }: typeof totals) => ({
    part: (events ?? 0) - (eventsWithAccount ?? 0),
    whole: events ?? 0,
  });
  const now = without(totals);
  if (now.whole === 0) return { unknown: 'No event counts in this window.' };
  if (!isAbove(now, WITHOUT_THOUSANDTHS)) return [];
  return [
    {
      subject: subjectOf(productId),
      touched: now.part,
      title: `${percent(now)} of the events name no account`,
      why: `${counted(now.part, 'event', 'events')} of ${now.whole} have no account: accounts look quieter than they are.`,
      step: 'Send account_domain with each event: the domain of the customer, not your own.',
      evidence: [measured(facts, '1 − eventsWithAccount ÷ events', now.part / now.whole, ratioOf(without(previous)))],
      path: pageOf(facts, 'events'),
    },
  ];
};
