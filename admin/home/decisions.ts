import type { StateIn } from '../components/states.js';
import { isEnding } from '../connections/consent.js';
import type {
  Budget,
  EndingConnection,
  OpenProject,
  OpenSkill,
  WorkflowToken,
} from '../providers/generated/operations.js';
import { labelOfProvider } from '../spending/spend.labels.js';
import { stateOf } from '../tokens/states.js';
import { failedDeliveries } from './deliveries.js';
import type { OpenWork } from './useOpenWork.js';

/** The kinds of decisions that wait, in this order, since each holds more back than the next. */
export type DecisionKind = StateIn<'decision'>;

/** One thing that waits for the person: why, since when or until when, and where it is decided. */
export interface OpenDecision {
  readonly key: string;
  readonly kind: DecisionKind;
  readonly title: string;
  readonly to: string;
  readonly why: string;
  readonly since: string | null;
  readonly until: string | null;
}

/** Everything that waits for a person at a time in milliseconds; that an address is not verified is said above every page. */
export function openDecisions(
  { projects, skills, connections, failedReceipts }: OpenWork,
  tokens: readonly WorkflowToken[],
  budgets: readonly Budget[],
  now: number,
): OpenDecision[] {
  const suspended = skills.filter(({ status }) => status === 'SUSPENDED');
  const drafts = skills.filter(({ status }) => status === 'DRAFT');
  const approved = projects.filter(({ approval }) => approval !== null);
  const written = projects.filter(
    ({ approval, changedBy }) => approval === null && changedBy.kind === 'workflow_token',
  );
  const ending = tokens.filter((token) => stateOf(token, now) === 'ending');
  return [
    ...suspended.map(suspendedSkill),
    ...written.map(writtenDraft),
    ...approved.map(approvedProject),
    ...ending.toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt)).map(endingToken),
    ...budgets.filter(({ notice }) => notice !== null).map(usedBudget),
    ...connections.filter((one) => isEnding(one, now)).map(endingConnection),
    ...failedDeliveries(failedReceipts, now),
    ...drafts.map(draftSkill),
  ];
}

const suspendedSkill = ({ id, name, suspendedReason, suspendedAt }: OpenSkill): OpenDecision => ({
  key: id,
  kind: 'suspended',
  title: name,
  to: `/me/skills/${id}`,
  why: `Out of the public: ${suspendedReason ?? 'no reason was given'}`,
  since: suspendedAt,
  until: null,
});

const writtenDraft = ({ id, title, revision, published, changedBy, updatedAt }: OpenProject): OpenDecision => ({
  key: id,
  kind: 'draft',
  title,
  to: `/me/projects/${id}`,
  why: published
    ? `“${changedBy.name}” wrote revision ${revision}; revision ${published.revision} stays public until you approve it.`
    : `“${changedBy.name}” wrote revision ${revision}; it stays private until you approve it.`,
  since: updatedAt,
  until: null,
});

const approvedProject = ({ id, title, revision, approval, updatedAt }: OpenProject): OpenDecision => ({
  key: id,
  kind: 'approved',
  title,
  to: `/me/projects/${id}`,
  why: `You approved revision ${revision}; it is not public yet.`,
  since: updatedAt,
  until: approval?.expiresAt ?? null,
});

const endingToken = ({ id, name, createdAt, expiresAt }: WorkflowToken): OpenDecision => ({
  key: id,
  kind: 'token',
  title: name,
  to: '/me/tokens',
  why: 'Whatever uses this token stops when it expires: create another.',
  since: createdAt,
  until: expiresAt,
});

const usedBudget = ({ provider, currency, notice }: Budget): OpenDecision => ({
  key: `budget ${provider} ${currency}`,
  kind: 'budget',
  title: `Budget: ${labelOfProvider(provider).toLowerCase()}, ${currency}`,
  to: '/me/spending',
  why: notice ?? '',
  since: null,
  until: null,
});

const endingConnection = ({ tool, connectedAt, expiresAt }: EndingConnection): OpenDecision => ({
  key: `connection ${tool.slug}`,
  kind: 'connection',
  title: tool.name,
  to: `/me/connections?tool=${tool.slug}`,
  why: 'Its vendor gets no receipts after that: renew the connection, or let it end.',
  since: connectedAt,
  until: expiresAt,
});

function draftSkill({ id, name, riskCounts, updatedAt }: OpenSkill): OpenDecision {
  const found = riskCounts.high + riskCounts.medium + riskCounts.low;
  const risks = found === 0 ? '' : ` ${found} ${found === 1 ? 'risk' : 'risks'} found in it.`;
  return {
    key: id,
    kind: 'skill',
    title: name,
    to: `/me/skills/${id}`,
    why: `A private draft: verify it against its source to be able to publish it.${risks}`,
    since: updatedAt,
    until: null,
  };
}
