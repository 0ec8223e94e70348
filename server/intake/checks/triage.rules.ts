import type { CheckResult, DraftInputs, Triage } from '../draft.types.js';
import { NAMES_ANOTHER, needsSecondApprover } from '../intake-state.rules.js';

/** Rules without whose evidence no draft can be prepared: what they point at is asked for. */
const NEEDED: ReadonlySet<string> = new Set([
  'evidence.given',
  'tool.exists',
  'sponsor.exists',
  'sponsor.distinct',
  'product.exists',
  'events.known',
]);

/** The risk that a failed rule warns of, and its cost to the score. */
const RISKS: Readonly<Record<string, { readonly risk: string; readonly cost: number }>> = {
  'contact.domain_matches': { risk: 'contact_domain_mismatch', cost: 25 },
  'domain.lookalike': { risk: 'lookalike_domain', cost: 50 },
  'address.lookalike': { risk: 'lookalike_domain', cost: 50 },
  'links.public': { risk: 'internal_address', cost: 50 },
  'text.markup': { risk: 'markup_in_text', cost: 25 },
  'text.instructions': { risk: 'instructions_in_text', cost: 40 },
  'text.hidden': { risk: 'hidden_characters', cost: 40 },
  'duplicates.submission': { risk: 'duplicate_submission', cost: 30 },
  'tool.vendor_matches': { risk: 'vendor_mismatch', cost: 30 },
  'sponsor.vendor_matches': { risk: 'vendor_mismatch', cost: 20 },
  'tool.new': { risk: 'duplicate_tool', cost: 20 },
  'workspace.new': { risk: 'workspace_exists', cost: 40 },
  'offer.dates': { risk: 'offer_ended', cost: 30 },
  'event.dates': { risk: 'dates_do_not_fit', cost: 30 },
  'organization.lookalike': { risk: 'lookalike_name', cost: 50 },
  'product.lookalike': { risk: 'lookalike_name', cost: 50 },
  'tool.lookalike': { risk: 'lookalike_name', cost: 50 },
  'event.lookalike': { risk: 'lookalike_name', cost: 50 },
  'sponsor.lookalike': { risk: 'lookalike_name', cost: 50 },
  'event.new': { risk: 'duplicate_event', cost: 30 },
};
const GRAVE = new Set([
  'lookalike_domain',
  'lookalike_name',
  'internal_address',
  'instructions_in_text',
  'hidden_characters',
  'markup_in_text',
]);
const UNKNOWN_COST = 5;
const MISSING_COST = 15;
const HIGH_FROM = 80;
const NORMAL_FROM = 50;

const isMissing = ({ ruleId, result }: CheckResult): boolean =>
  NEEDED.has(ruleId) && (result === 'fail' || (ruleId === 'product.exists' && result === 'unknown'));

/** The input that is needed before a draft can be prepared, with the sentence of the rule; none of it is a submitter's text. */
export const missingIn = (checks: readonly CheckResult[]): { readonly pointer: string; readonly reason: string }[] =>
  checks.filter(isMissing).map(({ pointer, reason }) => ({ pointer, reason }));

/** The sum of the checks: how soon a person should look, along which route, what is missing, and what to be careful about. */
export function triageChecks(checks: readonly CheckResult[], { submission }: DraftInputs): Triage {
  const missing = missingIn(checks).map(({ pointer }) => pointer);
  const failed = checks.filter(({ result }) => result === 'fail');
  const isForeign = checks.some(({ ruleId, result }) => ruleId === 'vendor.is_contact' && result !== 'pass');
  const risks = [
    ...new Set([
      ...failed.flatMap(({ ruleId }) => RISKS[ruleId]?.risk ?? (NEEDED.has(ruleId) ? [] : [ruleId])),
      ...(isForeign ? [NAMES_ANOTHER] : []),
    ]),
  ];
  const unknowns = checks.filter(({ result }) => result === 'unknown').length;
  const cost =
    failed.reduce((sum, { ruleId }) => sum + (RISKS[ruleId]?.cost ?? MISSING_COST), 0) + unknowns * UNKNOWN_COST;
  const score = Math.max(0, 100 - cost);
  const route = missing.length
    ? 'evidence'
    : risks.some((risk) => GRAVE.has(risk))
      ? 'security'
      : risks.includes('duplicate_submission') || risks.includes('duplicate_event')
        ? 'duplicate'
        : needsSecondApprover(submission.kind, risks)
          ? 'two_reviewers'
          : 'standard';
  const priority = score >= HIGH_FROM && missing.length === 0 ? 'high' : score >= NORMAL_FROM ? 'normal' : 'low';
  return { priority, score, route, missing, risks };
}
