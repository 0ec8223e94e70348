import { BODY_LIMITS } from '../../../../server/platform/http/body.js';
import type { Shim } from '../../../shim.js';

const ENTRY = 'provider month currency amountCents source updatedAt';
const WINDOW = '{ usedPercent windowDurationMins resetsAt label }';
export const CODEX_SNAPSHOT = `{ checkedAt planType creditsBalance primary ${WINDOW} secondary ${WINDOW} source }`;
const CREDIT_VALUE = '{ cents pricePerCredit priceAsOf source label }';

const spendingPath = {
  path: '/api/me/usage/spending',
  tag: 'Private usage',
  who: ['workflow_token'],
} as const;

export const spending: Shim = {
  ...spendingPath,
  method: 'get',
  summary: 'What you reported as spent in a month',
  description:
    'Each amount in its own currency, with an estimate in US dollars that is no payment record, and the saved allowance of your coding agent. Rates that cannot be had leave the estimate null and say why. Needs an account-level token.',
  operation: 'spending',
  document: `query ($month: String) { reply: spending(month: $month) { month monthlyEntries { ${ENTRY} usdCents }
    usdEstimate { currency label totalCents knownSubtotalCents
      entries { provider month currency amountCents usdCents rate { date usdPerEur currencyPerEur } reason } notice }
    codexSnapshot ${CODEX_SNAPSHOT} codexCreditReferenceValue ${CREDIT_VALUE} creditReferenceValue ${CREDIT_VALUE} } }`,
  query: {
    month: {
      description: 'YYYY-MM; the current month in UTC when absent, and at most.',
      schema: { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' },
      example: '2026-10',
    },
  },
  arguments: ({ query }) => ({ month: query.month }),
  answers: { 200: 'The month' },
};

const recordSpend = {
  operation: 'recordSpend',
  input: 'MonthlySpendInput',
  document: `mutation ($input: MonthlySpendInput!) { reply: recordSpend(input: $input) { entry { ${ENTRY} } replaced } }`,
} as const;
const saveCodexSnapshot = {
  operation: 'saveCodexSnapshot',
  input: 'CodexSnapshotInput',
  document: `mutation ($input: CodexSnapshotInput!) { reply: saveCodexSnapshot(input: $input) { codexSnapshot ${CODEX_SNAPSHOT} updated } }`,
} as const;
const removeSpend = {
  operation: 'removeSpend',
  input: 'RemoveSpendInput',
  document: 'mutation ($input: RemoveSpendInput!) { reply: removeSpend(input: $input) { removed } }',
} as const;
const removeCodexSnapshot = {
  operation: 'removeCodexSnapshot',
  document: 'mutation { reply: removeCodexSnapshot { removed } }',
} as const;

const MONTH_OF_AGENT = { provider: 'coding_agent', month: '2026-10', currency: 'USD' };

export const storeSpending: Shim = {
  ...spendingPath,
  ...recordSpend,
  method: 'post',
  called: 'storeSpending',
  summary: 'Record a month’s charge, or save your coding agent’s allowance',
  description:
    'A charge replaces the one of the same provider, month and currency; nothing is ever added up. An allowance that is older than the saved one leaves it as it is and answers `updated: false`. Nothing is bought and no subscription is changed.',
  byType: { monthly_spend: recordSpend, codex_snapshot: saveCodexSnapshot },
  body: {
    limitBytes: BODY_LIMITS.other,
    schema: 'StoreSpendingBody',
    examples: {
      charge: {
        summary: 'A subscription of 20.00 US dollars',
        value: { type: 'monthly_spend', ...MONTH_OF_AGENT, amountCents: 2000, source: 'user_reported' },
      },
      allowance: {
        summary: 'An allowance with a window of 5 hours',
        value: {
          type: 'codex_snapshot',
          checkedAt: '2026-10-06T12:00:00.000Z',
          planType: 'pro',
          creditsBalance: 12.5,
          primary: { usedPercent: 25, windowDurationMins: 300, resetsAt: 1791288000 },
          secondary: null,
        },
      },
    },
  },
  arguments: (_req, body) => ({ input: body }),
  answers: {
    200: 'What is stored now',
    409: 'That provider and currency have 24 months; `oldestMonth` names the oldest',
    413: 'Over 256 KiB',
  },
  problems: { 409: 'EntryLimitProblem' },
};

export const removeSpending: Shim = {
  ...spendingPath,
  ...removeSpend,
  method: 'delete',
  called: 'removeSpending',
  summary: 'Remove a month’s charge, or the saved allowance',
  byType: { monthly_spend: removeSpend, codex_snapshot: removeCodexSnapshot },
  body: {
    limitBytes: BODY_LIMITS.other,
    schema: 'RemoveSpendingBody',
    examples: {
      charge: { summary: 'One month', value: { type: 'monthly_spend', ...MONTH_OF_AGENT } },
      allowance: { summary: 'The allowance', value: { type: 'codex_snapshot' } },
    },
  },
  arguments: (_req, body) => ({ input: body }),
  answers: { 200: 'Whether there was one', 413: 'Over 256 KiB' },
};
