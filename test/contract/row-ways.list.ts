/**
 * A write that goes neither through the entity manager's unit of work nor stands in `bare-sql.list.ts`: how often a file has it, and either
 * the race that it decides, with its test of two at once, or why a tracked write would not do.
 */
export type OtherWrite = { readonly way: Way; readonly times: number } & (
  | { readonly decides: string; readonly test: readonly [file: string, name: string] }
  | { readonly because: string }
);

export const WAYS = {
  insertUnlessTaken: /\binsertUnlessTaken\(/g,
  updateRows: /\bupdateRows\(/g,
  nativeUpdate: /\.nativeUpdate\(/g,
  nativeDelete: /\.nativeDelete\(/g,
  insert: /\bem\.(?:insert|insertMany)\(/g,
  qb: /\.qb\(/g,
  kysely: /\.(?:insertInto|updateTable|deleteFrom)\(/g,
  map: /\bem\.map\(/g,
} as const;
export type Way = keyof typeof WAYS;

const WRITES_AT_ONCE = 'test/graphql/writes-at-once.test.ts';
const once = (name: string) => [WRITES_AT_ONCE, `${name} happens once`] as const;
const BULK = 'any number of rows in one statement; an import writes thousands';
const EXPIRED = 'deletes what is old, of any number; nothing of it is read';
const REPLACED = 'the rows of a record are replaced as a whole, under the lock of the catalog’s version';
const BY_KEY = 'one column of a row whose key is known; reading it first would be a statement more';

export const OTHER_WRITES: Readonly<Record<string, readonly OtherWrite[]>> = {
  'server/accounts/sessions/sign-in.job': [{ way: 'nativeDelete', times: 2, because: EXPIRED }],
  'server/accounts/credentials/credential.query': [
    { way: 'updateRows', times: 1, because: 'ends all tokens of a person, and answers which ones were still live' },
  ],
  'server/accounts/credentials/enterprise-key.job': [
    {
      way: 'insertUnlessTaken',
      times: 1,
      decides: 'which of two workers sends a notice of a key’s end',
      test: [
        'test/graphql/enterprise-notices.test.ts',
        'is sent by one of two workers, and late as the latest one alone',
      ],
    },
  ],
  'server/accounts/credentials/enterprise-key.operations': [
    {
      way: 'updateRows',
      times: 1,
      decides: 'which of two revocations is the one in the audit log',
      test: once('revokeEnterpriseKey'),
    },
  ],
  'server/accounts/credentials/tracking-key.operations': [
    {
      way: 'insertUnlessTaken',
      times: 1,
      decides: 'who gets the last of two slots for live keys',
      test: ['test/graphql/tracking-keys.test.ts', 'of several that are created at once for the last slot, is one'],
    },
    {
      way: 'updateRows',
      times: 1,
      decides: 'which of two revocations is the one in the audit log',
      test: once('revokeTrackingKey'),
    },
  ],
  'server/accounts/credentials/workflow-token.operations': [
    {
      way: 'updateRows',
      times: 1,
      decides: 'which of two revocations is the one in the audit log',
      test: once('revokeWorkflowToken'),
    },
  ],
  'server/accounts/members/invitation.query': [
    {
      way: 'nativeUpdate',
      times: 1,
      because: 'ends what has expired, so that the unique index takes the next invitation',
    },
    {
      way: 'updateRows',
      times: 2,
      because: 'ends what a person who leaves had made, and answers which of it was still open',
    },
  ],
  'server/accounts/organizations/organization.operations': [
    {
      way: 'nativeUpdate',
      times: 1,
      because: 'the version of every product of an organization, none of which is read',
    },
  ],
  'server/accounts/sessions/account.query': [
    { way: 'insertUnlessTaken', times: 1, because: 'the same address is noted again whenever a person returns to it' },
  ],
  'server/adoption/folding/events.fold': [{ way: 'nativeDelete', times: 1, because: 'a rebuild empties every rollup' }],
  'server/adoption/publishing/snapshot.job': [
    {
      way: 'insertUnlessTaken',
      times: 1,
      decides: 'which of two workers makes the snapshot of a day',
      test: [WRITES_AT_ONCE, 'a snapshot of a day is made once'],
    },
  ],
  'server/demo/demo': [
    { way: 'nativeUpdate', times: 1, because: 'revokes every earlier key of the demo' },
    { way: 'nativeDelete', times: 1, because: 'the letter to a person of the demo goes nowhere' },
  ],
  'server/directory/catalog/catalog.query': [
    {
      way: 'kysely',
      times: 1,
      decides: 'the order of two changes of the catalog: each gets a version of its own',
      test: [
        'test/graphql/catalog-review.test.ts',
        'that was read before another user’s is stale, and one of two at once loses',
      ],
    },
    { way: 'insert', times: 1, because: BULK },
  ],
  'server/directory/catalog/record.query': [
    { way: 'qb', times: 3, because: BULK },
    { way: 'nativeDelete', times: 2, because: REPLACED },
  ],
  'server/directory/catalog/tool-measure.query': [{ way: 'kysely', times: 2, because: REPLACED }],
  'server/directory/checks/verify.query': [
    {
      way: 'kysely',
      times: 1,
      decides: 'which of two runs checks a subject',
      test: ['test/rest/catalog.verify.test.ts', 'asks once about each subject when several runs begin at once'],
    },
    { way: 'nativeUpdate', times: 2, because: BY_KEY },
    { way: 'nativeDelete', times: 1, because: REPLACED },
    { way: 'qb', times: 1, because: BULK },
  ],
  'server/directory/gaps/gap-log.open': [{ way: 'qb', times: 1, because: BULK }],
  'server/directory/imports/import.query': [
    { way: 'nativeUpdate', times: 3, because: BY_KEY },
    { way: 'insert', times: 1, because: BULK },
  ],
  'server/directory/imports/record.query': [{ way: 'kysely', times: 1, because: BULK }],
  'server/directory/imports/import.job': [{ way: 'nativeDelete', times: 1, because: EXPIRED }],
  'server/directory/links/link-opens.job': [{ way: 'nativeDelete', times: 1, because: EXPIRED }],
  'server/directory/links/link.query': [
    { way: 'qb', times: 2, because: BULK },
    { way: 'nativeUpdate', times: 1, because: BULK },
  ],
  'server/directory/measures/measure.query': [
    { way: 'qb', times: 1, because: BULK },
    { way: 'nativeDelete', times: 2, because: REPLACED },
    { way: 'nativeUpdate', times: 2, because: BULK },
    { way: 'kysely', times: 1, because: EXPIRED },
  ],
  'server/directory/measures/refresh.query': [
    {
      way: 'kysely',
      times: 2,
      decides: 'which of two runs asks a registry about a subject',
      test: ['test/rest/measures.refresh.test.ts', 'asks once about a subject, also when several runs begin at once'],
    },
    { way: 'nativeUpdate', times: 2, because: BY_KEY },
  ],
  'server/intake/drafts/intake.job': [{ way: 'nativeDelete', times: 1, because: EXPIRED }],
  'server/intake/receipt.query': [{ way: 'nativeDelete', times: 1, because: 'ends all links of a submission' }],
  'server/intake/submissions/submission.operations': [{ way: 'nativeUpdate', times: 1, because: BY_KEY }],
  'server/offers/claim.operations': [
    {
      way: 'insertUnlessTaken',
      times: 1,
      decides: 'which of two claims of a person on an offer is the open one',
      test: ['test/graphql/claims.test.ts', 'happens once, also when the calls come at once'],
    },
  ],
  'server/offers/offer-record.query': [
    { way: 'qb', times: 2, because: BULK },
    { way: 'nativeDelete', times: 1, because: REPLACED },
  ],
  'server/planning/plan.query': [
    {
      way: 'qb',
      times: 1,
      decides: 'which of two plans of one receipt stays; both callers get its id',
      test: ['test/graphql/plan.save.test.ts', 'answers the same plan for the same receipt, also to two at once'],
    },
  ],
  'server/platform/database/rows.insert': [{ way: 'kysely', times: 1, because: 'is `insertUnlessTaken`' }],
  'server/platform/database/rows.update': [{ way: 'qb', times: 1, because: 'is `updateRows`' }],
  'server/platform/idempotency/idempotency.job': [{ way: 'nativeDelete', times: 1, because: EXPIRED }],
  'server/platform/mail/mail.job': [
    {
      way: 'updateRows',
      times: 1,
      decides: 'which of two workers sends a letter',
      test: ['test/rest/letters.test.ts', 'is sent once when its job runs several times at once'],
    },
    { way: 'nativeUpdate', times: 1, because: BY_KEY },
    { way: 'nativeDelete', times: 1, because: EXPIRED },
  ],
  'server/platform/mail/mail': [
    { way: 'qb', times: 2, because: 'reads: sums over letters, and the last few for the command line' },
  ],
  'server/projects/project.query': [
    {
      way: 'insertUnlessTaken',
      times: 1,
      decides: 'who gets an address of two titles that are alike',
      test: [
        'test/rest/projects.draft.test.ts',
        'gives titles that are alike addresses of their own, also when they come at once, and one to a title without Latin letters',
      ],
    },
  ],
  'server/projects/published-project.query': [
    { way: 'map', times: 1, because: 'a row that `insertUnlessTaken` wrote is changed on, in the same flush' },
  ],
  'server/tracking/account.operations': [
    {
      way: 'qb',
      times: 1,
      decides: 'which of two declarations of an account is the one in the audit log',
      test: once('declareAccount'),
    },
  ],
  'server/tracking/csv/csv-import.job': [{ way: 'nativeDelete', times: 2, because: EXPIRED }],
  'server/tracking/csv/csv-import.operations': [
    {
      way: 'nativeUpdate',
      times: 2,
      decides: 'which of two confirmations of a revision starts the import, and that no check follows it',
      test: [WRITES_AT_ONCE, 'confirmCsvImport happens once'],
    },
  ],
  'server/tracking/csv/csv-import.query': [
    {
      way: 'nativeUpdate',
      times: 2,
      decides: 'which worker’s try was the last one',
      test: [
        'test/rest/csv-import.work.test.ts',
        'is shared by workers at once: two files with the same rows are stored once between them',
      ],
    },
    { way: 'nativeDelete', times: 1, because: 'the pieces of an import that failed, which hold its rows' },
  ],
  'server/tracking/csv/csv-upload.operations': [
    { way: 'insert', times: 1, because: 'a piece at a time: together they are a whole file in memory' },
    { way: 'qb', times: 1, because: 'the newest few, as a part of the delete below' },
    { way: 'nativeDelete', times: 1, because: 'all but the newest uploads, in one statement' },
  ],
  'server/tracking/ingest/stored-event.query': [
    { way: 'nativeUpdate', times: 1, because: 'all events of an account: an upgrade writes millions' },
  ],
  'server/tracking/sample-events.store': [{ way: 'insert', times: 1, because: BULK }],
  'server/tracking/tracking-plan.operations': [
    { way: 'qb', times: 1, because: 'the plan of a product is replaced, or begins' },
  ],
  'server/tracking/ingest/event-content.erase': [
    {
      way: 'nativeUpdate',
      times: 1,
      because: 'the fingerprint of one event of an older version, in a round of hundreds',
    },
  ],
  'server/tracking/verdicts/verdict.job': [{ way: 'nativeDelete', times: 2, because: EXPIRED }],
  'server/usage/balances/attempt.claim': [{ way: 'nativeDelete', times: 1, because: EXPIRED }],
  'server/usage/balances/balance.operations': [
    {
      way: 'qb',
      times: 1,
      decides: 'which of two snapshots of a provider is the newer one',
      test: [
        'test/rest/providers.web-data.test.ts',
        'keeps the newer answer when an older call ends after it, and says so',
      ],
    },
    {
      way: 'nativeUpdate',
      times: 2,
      decides: 'which of two runs is the newest',
      test: ['test/contract/provider-budget.test.ts', 'keep the newest run of those that are reported at once'],
    },
  ],
  'server/usage/receipts/connection.operations': [
    {
      way: 'insert',
      times: 1,
      decides: 'which of two consents to one tool is the row',
      test: ['test/graphql/connections.test.ts', 'is one row when it is made many times at once'],
    },
    {
      way: 'nativeUpdate',
      times: 1,
      decides: 'that of two renewals one counts',
      test: ['test/graphql/connections.test.ts', 'is renewed once when it is renewed twice at once'],
    },
    { way: 'updateRows', times: 1, because: 'ends all consents of a person, and answers which ones still stood' },
  ],
  'server/usage/receipts/receipt.operations': [
    {
      way: 'insertUnlessTaken',
      times: 1,
      decides: 'which of many calls with one key is the receipt',
      test: ['test/rest/usage.test.ts', 'stores one receipt and one job of many calls at once under one key'],
    },
    { way: 'nativeUpdate', times: 1, because: BY_KEY },
  ],
  'server/usage/receipts/relay.job': [
    {
      way: 'nativeUpdate',
      times: 1,
      decides: 'that a receipt is stopped by a revocation or delivered before it',
      test: ['test/graphql/relay.test.ts', 'is either delivered before a revocation or never, when both come at once'],
    },
  ],
  'server/usage/spending/budget.operations': [
    {
      way: 'nativeDelete',
      times: 1,
      decides: 'which of two removals is the one in the audit log',
      test: once('removeSpendBudget'),
    },
  ],
  'server/usage/spending/codex.operations': [
    {
      way: 'qb',
      times: 1,
      decides: 'which of many snapshots of an agent is the newest',
      test: ['test/rest/spending.codex.test.ts', 'lets the newest of many win that race at two gateways'],
    },
    {
      way: 'nativeDelete',
      times: 1,
      decides: 'which of two removals is the one in the audit log',
      test: once('removeCodexSnapshot'),
    },
  ],
  'server/usage/spending/spend.operations': [
    {
      way: 'insertUnlessTaken',
      times: 1,
      decides: 'which of two amounts of a month is stored',
      test: ['test/rest/spending.test.ts', 'stores one amount of two that come at once for the same month'],
    },
    {
      way: 'nativeDelete',
      times: 1,
      decides: 'which of two removals is the one in the audit log',
      test: once('removeSpend'),
    },
  ],
  'server/webhooks/endpoint.query': [
    { way: 'nativeUpdate', times: 1, because: 'all messages that wait for an endpoint' },
  ],
  'server/webhooks/message.operations': [{ way: 'nativeUpdate', times: 2, because: BY_KEY }],
  'server/webhooks/message.write': [
    {
      way: 'qb',
      times: 1,
      decides: 'that one piece of news is one message to an endpoint',
      test: [
        'test/graphql/webhooks.test.ts',
        'is announced once by two folds at the same time, and not again by a rebuild',
      ],
    },
  ],
  'server/webhooks/messages.send': [
    {
      way: 'updateRows',
      times: 2,
      decides: 'which of two workers sends to an endpoint, and notes the try',
      test: [
        'test/graphql/webhooks.test.ts',
        'goes out once when two workers run at the same time, and again when one was killed before the answer was noted',
      ],
    },
    { way: 'nativeUpdate', times: 2, because: BY_KEY },
  ],
  'server/webhooks/webhook.job': [
    { way: 'nativeDelete', times: 1, because: EXPIRED },
    {
      way: 'nativeUpdate',
      times: 1,
      because: 'a secret is sealed again unless its text has changed since it was read',
    },
  ],
};
