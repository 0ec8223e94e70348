import type { IntakeSubmissionRow } from '../providers/generated/operations.js';

const inWords = (name: string): string => name.replaceAll(/[._]/g, ' ');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const KINDS = [
  ['partner_workspace', 'Partner workspace'],
  ['tracked_links', 'Tracked links'],
  ['hackathon_passport', 'Hackathon'],
  ['usage_tracking', 'Usage tracking'],
] as const;

export const kindLabel = (kind: string): string => KINDS.find(([name]) => name === kind)?.[1] ?? inWords(kind);

/** A submission of an unconfirmed contact is in no state of its own; reviewers look for it as one. */
export const UNCONFIRMED = 'unconfirmed';

/** The choices of the filter by state. */
export const STATES = [
  ['draft_prepared', 'Draft prepared'],
  ['in_review', 'In review'],
  ['approved', 'Approved'],
  ['changes_requested', 'Changes requested'],
  ['needs_evidence', 'Needs evidence'],
  ['published', 'Published'],
  ['provisioned', 'Provisioned'],
  ['rejected', 'Rejected'],
  ['withdrawn', 'Withdrawn'],
  ['expired', 'Expired'],
  [UNCONFIRMED, 'Contact not confirmed'],
] as const;

export const stateLabel = (state: string): string =>
  STATES.find(([name]) => name === state)?.[1].toLowerCase() ?? inWords(state);

const RISKS: Readonly<Record<string, string>> = {
  contact_domain_mismatch: 'contact under another domain',
  lookalike_domain: 'domain resembles a vendor’s',
  lookalike_name: 'name looks like another’s',
  names_another_vendor: 'names a tool of another domain: two reviewers',
  duplicate_event: 'event is published already',
  internal_address: 'address inside a network',
  markup_in_text: 'script in a text',
  instructions_in_text: 'text that gives an assistant orders',
  hidden_characters: 'hidden characters',
  duplicate_submission: 'said before in another submission',
  vendor_mismatch: 'tool of another vendor',
  duplicate_tool: 'tool is listed already',
  workspace_exists: 'domain has a workspace',
  offer_ended: 'offer has ended',
  dates_do_not_fit: 'dates do not fit',
};
export const riskLabel = (risk: string): string => RISKS[risk] ?? inWords(risk);

/** Why a row is worth opening: what speaks against it, else what is left to do. */
export function reasonOf(row: IntakeSubmissionRow): string {
  const { risks, state, checksUnknown, needsSecondApprover, own, contactVerified } = row;
  const own_ = own ? 'yours: another reviewer decides · ' : '';
  if (!contactVerified) return `${own_}contact has not confirmed the address`;
  if (risks.length) return own_ + risks.map(riskLabel).join(', ');
  if (state === 'approved') return `${own_}waits for a second approver`;
  if (checksUnknown) return `${own_}${checksUnknown} ${checksUnknown === 1 ? 'check is' : 'checks are'} not known`;
  return `${own_}every check passed${needsSecondApprover ? ', two reviewers' : ''}`;
}

const RULES: Readonly<Record<string, string>> = {
  'contact.domain_matches': 'Contact’s domain',
  'domain.lookalike': 'Look-alike domain',
  'organization.lookalike': 'Look-alike organization',
  'product.lookalike': 'Look-alike product',
  'tool.lookalike': 'Look-alike tool',
  'address.lookalike': 'Look-alike address',
  'event.lookalike': 'Look-alike event',
  'sponsor.lookalike': 'Look-alike sponsor',
  'vendor.is_contact': 'Speaks for the vendor',
  'event.new': 'Event is new',
  'links.https': 'Links are https',
  'links.public': 'Links are public',
  'links.own_domain': 'Links’ domains',
  'links.one_of_a_kind': 'One link of a kind',
  'content.private': 'Private content',
  'text.markup': 'Script in texts',
  'text.instructions': 'Orders to an assistant',
  'text.hidden': 'Hidden characters',
  'duplicates.submission': 'Said before',
  'tool.exists': 'Tool is listed',
  'tool.new': 'Tool is new',
  'tool.categories': 'Categories',
  'tool.vendor_matches': 'Tool’s vendor',
  'evidence.given': 'Evidence',
  'workspace.new': 'No workspace yet',
  'offer.terms': 'Offer’s terms',
  'offer.dates': 'Offer’s dates',
  'event.dates': 'Event’s dates',
  'sponsor.exists': 'Sponsor’s tools',
  'sponsor.vendor_matches': 'Sponsor’s vendor',
  'sponsor.distinct': 'Sponsors',
  'product.exists': 'Product',
  'product.domain_verified': 'Domain is verified',
  'events.known': 'Event is known',
  'tracking.cdp': 'Data platform',
};
export const ruleLabel = (rule: string): string => RULES[rule] ?? capital(inWords(rule));

const RECORDS: Readonly<Record<string, string>> = {
  organization: 'organization',
  invitation: 'invitation of the first owner',
  product: 'product',
  tool: 'tool of the directory',
  product_link: 'link of product and tool',
  tracked_link: 'tracked link',
  offer: 'offer',
  hackathon: 'hackathon page',
  tracking_setup: 'tracking set-up',
};
export const recordLabel = (type: string): string => RECORDS[type] ?? inWords(type);

const ACTS: Readonly<Record<string, string>> = {
  submit: 'submitted it',
  resubmit: 'sent it again, changed',
  verify_contact: 'confirmed the address',
  ask_evidence: 'asked for evidence',
  triage: 'triaged it',
  prepare_draft: 'prepared the draft',
  renew_draft: 'prepared the draft again: what it stands on changed',
  open_review: 'began the review',
  assign: 'assigned it',
  release: 'gave it back',
  request_changes: 'requested changes',
  reject: 'rejected it',
  discard: 'ended it as spam',
  approve: 'approved it',
  publish: 'published it',
  provision: 'provisioned it',
  withdraw: 'withdrew it',
  expire: 'ended it: nothing moved it for thirty days',
};
export const actLabel = (act: string): string => ACTS[act] ?? inWords(act);

/** The actor of a step: automation, the submitter, or a person by name. */
export const actorLabel = ({ actor, actorName }: { actor: string; actorName: string | null }): string =>
  actorName ?? (actor === 'automation' ? 'Automation' : actor === 'submitter' ? 'The submitter' : actor);

/** A member of a submission or of a record, as a person reads it. */
export const memberLabel = (name: string): string =>
  capital(
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(/\burl\b/, 'address'),
  );

/** Any value of a record as lines of text; null is none. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.length ? value.map((item) => textOf(item) ?? '').join('\n') : null;
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .flatMap(([name, inner]) => {
      const text = textOf(inner);
      return text === null ? [] : [`${memberLabel(name).toLowerCase()}: ${text.replaceAll('\n', ', ')}`];
    })
    .join(' · ');
}
