/** A file that holds bare SQL for good. */
export interface BareSql {
  /** Measured, or not expressible by entities. */
  readonly reason: string;
  /** The test that runs the statements, and compares the rows of those about our tables with the entities. */
  readonly ranBy: string;
}

const WRITER = 'one transaction with events, on the event writer’s own connection';
const SIGN_IN = 'better-auth’s tables, which have no entity';

const COMPANY = {
  reason: 'a report over the same scope of products, window and label as the others of the view, which share its text',
  ranBy: 'test/graphql/company-adoption.test.ts',
} as const;

const OF_ONE = 'a sub-select of one value inside a statement of the entity manager, which has no word for it';
const LISTED = 'the tables of a list (tables.subjects.ts), whatever their names, for an operator';
const ERASED = 'test/graphql/erasure.test.ts';
const SEARCHED = 'the names in a JSON column, as one text that a search of a list looks through';
const WINDOW = 'folding: the parts of the one statement that counts a window of events into every rollup';

export const BARE_SQL: Readonly<Record<string, BareSql>> = {
  'server/adoption/company/company-scope.query': COMPANY,
  'server/adoption/company/counts.query': COMPANY,
  'server/adoption/company/figure.query': COMPANY,
  'server/adoption/company/funnel.query': COMPANY,
  'server/adoption/company/lifecycle.query': COMPANY,
  'server/adoption/company/movement.query': COMPANY,
  'server/adoption/company/people.query': COMPANY,
  'server/adoption/company/ranked.query': COMPANY,
  'server/adoption/company/rule-figures.query': COMPANY,
  'server/adoption/company/story.query': COMPANY,
  'server/adoption/company/top.query': COMPANY,
  'server/adoption/company/product-view.operations': {
    reason:
      'a report that compares the members of the newest payloads with the counts of the others, over one reading of the events',
    ranBy: 'test/graphql/company-view.test.ts',
  },
  'server/adoption/evidence/evidence.query': { reason: WINDOW, ranBy: 'test/faults/fold.test.ts' },
  'server/adoption/folding/fold.query': { reason: WINDOW, ranBy: 'test/faults/fold.test.ts' },
  'server/offers/claim.query': { reason: OF_ONE, ranBy: 'test/graphql/claims.vendor.test.ts' },
  'server/planning/plan.operations': { reason: SEARCHED, ranBy: 'test/graphql/lists.workflow.test.ts' },
  'server/platform/backup/backup.make': {
    reason: 'the catalog of PostgreSQL and COPY, over every table whatever its name',
    ranBy: 'test/faults/backup.test.ts',
  },
  'server/platform/backup/backup.restore': {
    reason: 'the catalog of PostgreSQL, COPY and foreign keys, over every table whatever its name',
    ranBy: 'test/faults/backup.test.ts',
  },
  'server/platform/backup/backup.job': {
    reason: 'an age by the database’s own clock',
    ranBy: 'test/faults/backup.test.ts',
  },
  'server/platform/database/facts.read': {
    reason: 'what PostgreSQL knows of itself: size and connections',
    ranBy: 'test/contract/metrics.test.ts',
  },
  'server/platform/database/replicas': {
    reason: 'the positions of two servers in their log: PostgreSQL’s own functions',
    ranBy: 'test/faults/replicas.test.ts',
  },
  'server/platform/database/roles.sql': {
    reason: 'grants: what each role may do, which entities do not say',
    ranBy: 'test/faults/roles.test.ts',
  },
  'server/projects/project.operations': { reason: SEARCHED, ranBy: 'test/graphql/lists.workflow.test.ts' },
  'server/tracking/verdicts/verdict.query': { reason: SEARCHED, ranBy: 'test/graphql/event-log.test.ts' },
  'server/adoption/folding/events.fold': {
    reason: 'folding: one statement counts a window of events into every rollup',
    ranBy: 'test/faults/fold.test.ts',
  },
  'server/adoption/folding/period.job': {
    reason:
      'a period is read, replaced and counted in one statement, so that its rows and their count are of one snapshot',
    ranBy: 'test/graphql/adoption-periods.test.ts',
  },
  'server/adoption/folding/statistics.query': {
    reason: "PostgreSQL's own catalog, and ANALYZE, which no builder knows",
    ranBy: 'test/graphql/adoption-fold.test.ts',
  },
  'server/adoption/evidence/project-evidence.query': {
    reason: 'the few events that decide, each by a walk along an index, however many there are',
    ranBy: 'test/graphql/project-evidence.test.ts',
  },
  'server/adoption/evidence/project-links.open': {
    reason: 'the hot path: any number of pairs in one statement with one value',
    ranBy: 'test/rest/track.project.test.ts',
  },
  'server/platform/database/automation': { reason: 'takes the role of automation', ranBy: 'test/faults/roles.test.ts' },
  'server/tracking/ingest/event-window.claim': {
    reason:
      'folding: instants are PostgreSQL’s own text, which keeps their microseconds, and writers are found in its catalog',
    ranBy: 'test/faults/fold.test.ts',
  },
  'server/adoption/company/export.operations': {
    reason: 'a cursor of the database: an export of any length is read some rows at a time',
    ranBy: 'test/graphql/company-adoption.test.ts',
  },
  'server/adoption/publishing/publication-secret.query': {
    reason: 'one row that the role of the entity manager may not read',
    ranBy: 'test/rest/adoption.test.ts',
  },
  'server/adoption/evidence/tool-figures.query': {
    reason: 'a report: distinct counts, and the largest parts of each, over one reading of the activity',
    ranBy: 'test/graphql/adoption-world.test.ts',
  },
  'server/intake/review/queue-summary.query': {
    reason: 'a report: decisions by reviewer, and the median of what they were about, over one reading of them',
    ranBy: 'test/graphql/intake.queue.test.ts',
  },
  'server/accounts/credentials/credential.query': {
    reason: 'any number of last uses in one statement with one value, beside the requests (scale S8)',
    ranBy: 'test/graphql/last-use.test.ts',
  },
  'server/accounts/members/person.query': {
    reason: `${SIGN_IN}; members are read with their names in one statement`,
    ranBy: 'test/graphql/members.test.ts',
  },
  'server/accounts/profile/profile.query': { reason: SIGN_IN, ranBy: 'test/graphql/profile.test.ts' },
  'server/accounts/profile/session.operations': { reason: SIGN_IN, ranBy: 'test/graphql/profile.test.ts' },
  'server/accounts/factors/factor.query': {
    reason:
      'the last used step and the tries are compared and moved in one statement each: the database decides a race',
    ranBy: 'test/rest/auth.second-factor.test.ts',
  },
  'server/accounts/passkeys/passkey.query': {
    reason:
      'the counter of a passkey is compared and moved in one statement, and a challenge is used up in one: the database decides a race',
    ranBy: 'test/rest/auth.passkeys.test.ts',
  },
  'server/accounts/factors/policy.query': {
    reason: `${SIGN_IN}; the moment from which a policy holds for a person is computed where it is read`,
    ranBy: 'test/rest/auth.enforcement.test.ts',
  },
  'server/accounts/sessions/device.query': {
    reason: 'both marks of a device are looked for and noted in one statement each',
    ranBy: 'test/rest/auth.sessions.test.ts',
  },
  'server/accounts/identities/provider.query': {
    reason: 'the provider with the domain of its organization, of which the one verified earlier decides',
    ranBy: 'test/rest/auth.single-sign-on.test.ts',
  },
  'server/accounts/identities/identity.query': { reason: SIGN_IN, ranBy: 'test/rest/auth.single-sign-on.test.ts' },
  'server/accounts/identities/flow.query': {
    reason: 'a flow ends as it is read: the database decides which of two answers gets it',
    ranBy: 'test/rest/auth.single-sign-on.test.ts',
  },
  'server/accounts/sessions/sign-in.query': { reason: SIGN_IN, ranBy: 'test/rest/auth.password.test.ts' },
  'server/accounts/sessions/account.query': { reason: SIGN_IN, ranBy: 'test/rest/workflow-context.test.ts' },
  'server/accounts/sessions/sign-in.client': {
    reason: 'asks whether the database answers',
    ranBy: 'test/rest/auth.sign-in.test.ts',
  },
  'server/commands/audit.erase': {
    reason: 'looks for a person in the JSON of every chain, by all names that they had',
    ranBy: 'test/faults/audit.commands.test.ts',
  },
  'server/accounts/sessions/sign-in.job': { reason: SIGN_IN, ranBy: 'test/graphql/retention.test.ts' },
  'server/commands/developer.erase': { reason: LISTED, ranBy: ERASED },
  'server/commands/organization.close': { reason: LISTED, ranBy: ERASED },
  'server/commands/person.erase': { reason: LISTED, ranBy: ERASED },
  'server/commands/subject.rows': { reason: LISTED, ranBy: ERASED },
  'server/platform/retention/retention.job': {
    reason: 'an age by the database’s own clock',
    ranBy: 'test/graphql/retention.test.ts',
  },
  'server/tracking/ingest/event-content.erase': {
    reason: 'takes members out of a JSON column by expressions, for five hundred rows in one statement',
    ranBy: 'test/graphql/retention.test.ts',
  },
  'server/accounts/sessions/email-spelling.normalize': { reason: SIGN_IN, ranBy: 'test/faults/email.upgrade.test.ts' },
  'server/commands/person.rename': { reason: SIGN_IN, ranBy: 'test/rest/auth.commands.test.ts' },
  'server/commands/people': { reason: SIGN_IN, ranBy: 'test/rest/auth.commands.test.ts' },
  'server/directory/links/link-opens.operations': {
    reason: 'a report of all openings, which also names the offers of the domain above',
    ranBy: 'test/contract/access.test.ts',
  },
  'server/directory/links/link.routes': {
    reason: 'one statement reads an address and counts its opening, so that an answer means that it was counted',
    ranBy: 'test/rest/go.test.ts',
  },
  'server/directory/links/link.query': {
    reason: 'the condition of a live link, which the statements of other domains also have',
    ranBy: 'test/graphql/relay.test.ts',
  },
  'server/demo/demo': { reason: SIGN_IN, ranBy: 'test/setup/template-database.ts' },
  'server/platform/audit/audit.walk': {
    reason: 'a cursor over the log, so that a log of any size takes no memory',
    ranBy: 'test/faults/audit.commands.test.ts',
  },
  'server/platform/audit/audit.wait': {
    reason: 'entries that wait are locked, appended in their order and taken away, in these statements',
    ranBy: 'test/faults/audit.waiting.test.ts',
  },
  'server/platform/audit/audit': {
    reason: 'the chain’s head is made and locked, and an entry appended, in these statements and this order',
    ranBy: 'test/graphql/audit.test.ts',
  },
  'server/platform/database/embedded.roles': {
    reason: 'roles and databases of the embedded server, made before there is a table',
    ranBy: 'test/faults/embedded.test.ts',
  },
  'server/platform/idempotency/idempotency': {
    reason: 'a key is taken in one statement on the database’s time; an answer is any JSON value, also text and null',
    ranBy: 'test/graphql/idempotency.test.ts',
  },
  'server/platform/database/orm': {
    reason: 'advisory locks, and the migrator’s own list of what ran',
    ranBy: 'test/faults/database.migrate.test.ts',
  },
  'server/platform/database/schema.check': {
    reason: 'PostgreSQL’s catalog and the migrator’s own list, before any entity can be trusted',
    ranBy: 'test/faults/start-refused.test.ts',
  },
  'server/platform/database/server.check': {
    reason: 'the version of a server that nothing is known of',
    ranBy: 'test/faults/start-refused.test.ts',
  },
  'server/platform/database/roles.check': {
    reason: 'PostgreSQL’s catalog: what the role that serves may do',
    ranBy: 'test/faults/roles.test.ts',
  },
  'server/platform/database/roles.grant': {
    reason: 'PostgreSQL’s catalog, and grants',
    ranBy: 'test/faults/roles.test.ts',
  },
  'server/platform/database/cluster': {
    reason: 'the catalog of the extension that distributes tables, and questions to each node',
    ranBy: 'test/contract/distribution.test.ts',
  },
  'server/platform/database/distribution': {
    reason: 'PostgreSQL’s catalog, and the extension’s own functions that place tables',
    ranBy: 'test/contract/distribution.test.ts',
  },
  'server/platform/jobs/queue': { reason: 'the job queue’s own functions', ranBy: 'test/contract/queue-role.test.ts' },
  'server/platform/jobs/queue.count': { reason: 'the job queue’s own tables', ranBy: 'test/rest/metrics.test.ts' },
  'server/platform/jobs/queue.schema': {
    reason: 'the job queue’s own schema',
    ranBy: 'test/contract/queue-role.test.ts',
  },
  'server/tracking/csv/csv-import.query': { reason: WRITER, ranBy: 'test/rest/csv-import.work.test.ts' },
  'server/tracking/ingest/event-store.open': {
    reason: 'PostgreSQL’s catalog: which form of insert the database routes well',
    ranBy: 'test/contract/insert-forms.test.ts',
  },
  'server/tracking/ingest/stored-event.query': {
    reason: 'events since the last fold, by the database’s microseconds, which an entity’s time does not have',
    ranBy: 'test/rest/dry-run.test.ts',
  },
  'server/tracking/ingest/event.query': {
    reason:
      'the event writer: five hundred events in one prepared statement of binary arrays, with the state of their keys',
    ranBy: 'test/contract/insert-forms.test.ts',
  },
  'server/tracking/verdicts/verdict-log.open': {
    reason: 'any number of verdicts, or of counters of refusals, in one statement with one value, beside the requests',
    ranBy: 'test/graphql/tracking-keys.test.ts',
  },
  'server/usage/receipts/relay.job': { reason: WRITER, ranBy: 'test/graphql/relay.test.ts' },
};
