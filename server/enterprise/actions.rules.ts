import type { ActionFacts } from './action-facts.rules.js';
import { accountSilent, directoryEvidence, familyMissing, keyEnding, keyUnused } from './action-state.rules.js';
import {
  activationDrop,
  campaignWithoutActivation,
  noAccount,
  refusals,
  retentionUnknown,
  toolFailing,
} from './action-window.rules.js';
import type { Finding, Rule } from './finding.rules.js';

/** The rules, by the names that stand in answers (decisions §9). */
export enum ActionRule {
  activation_drop = 'activation_drop',
  refusals = 'refusals',
  tool_failing = 'tool_failing',
  account_silent = 'account_silent',
  key_ending = 'key_ending',
  campaign_without_activation = 'campaign_without_activation',
  family_missing = 'family_missing',
  retention_unknown = 'retention_unknown',
  no_account = 'no_account',
  key_unused = 'key_unused',
  directory_evidence = 'directory_evidence',
}

/** Version of all rules: a rule that decides otherwise gets another one. */
const RULE_VERSION = 1;

const DAY_MS = 86_400_000;

/** A rule about events judges nothing while some of its window are not counted: an account that is active would look silent. */
const ofEvents =
  (judge: Rule): Rule =>
  (facts) =>
    facts.asOf.getTime() >= Date.parse(facts.window.to) + DAY_MS
      ? judge(facts)
      : { unknown: `Events recorded since ${facts.asOf.toISOString()} are not counted yet.` };

const RULES: Readonly<Record<ActionRule, { readonly weight: number; readonly judge: Rule }>> = {
  activation_drop: { weight: 90, judge: ofEvents(activationDrop) },
  refusals: { weight: 80, judge: ofEvents(refusals) },
  tool_failing: { weight: 80, judge: ofEvents(toolFailing) },
  account_silent: { weight: 70, judge: ofEvents(accountSilent) },
  key_ending: { weight: 65, judge: keyEnding },
  campaign_without_activation: { weight: 60, judge: ofEvents(campaignWithoutActivation) },
  family_missing: { weight: 50, judge: ofEvents(familyMissing) },
  retention_unknown: { weight: 45, judge: ofEvents(retentionUnknown) },
  no_account: { weight: 40, judge: ofEvents(noAccount) },
  key_unused: { weight: 30, judge: keyUnused },
  directory_evidence: { weight: 20, judge: directoryEvidence },
};

/** A suggested action and its proof. */
export interface Action extends Omit<Finding, 'subject' | 'touched' | 'path'> {
  readonly id: string;
  readonly ruleId: ActionRule;
  readonly ruleVersion: number;
  /** 1 is the first. */
  readonly rank: number;
  readonly url: string;
}

export interface JudgedActions {
  readonly actions: readonly Action[];
  /** Rules that could not say anything, and why. */
  readonly nulls: readonly { readonly pointer: string; readonly reason: string }[];
}

/** The actions that are due, ranked by weight × log10(1 + what each touches), ties by id. */
export function actionsOf(facts: ActionFacts): JudgedActions {
  const judged = Object.values(ActionRule).map((ruleId) => ({ ruleId, verdict: RULES[ruleId].judge(facts) }));
  const found = judged.flatMap(({ ruleId, verdict }) =>
    'unknown' in verdict
      ? []
      : verdict.map((finding) => ({
          ...finding,
          ruleId,
          id: `${ruleId}:${finding.subject}`,
          score: RULES[ruleId].weight * Math.log10(1 + finding.touched),
        })),
  );
  return {
    actions: found
      .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .map(({ id, ruleId, title, why, evidence, step, path }, index) => ({
        id,
        ruleId,
        ruleVersion: RULE_VERSION,
        rank: index + 1,
        title,
        why,
        evidence,
        step,
        url: `${facts.workspaceUrl}${path}`,
      })),
    nulls: judged.flatMap(({ ruleId, verdict }) =>
      'unknown' in verdict ? [{ pointer: `/actions/${ruleId}`, reason: verdict.unknown }] : [],
    ),
  };
}
