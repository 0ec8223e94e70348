import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import type { Company } from '../setup/people.js';
import { makeTwins, SAME } from '../setup/twins.js';

let app: TestApp;
let own: Company;
let other: Company;
beforeAll(async () => {
  app = await startApp();
  [own, other] = await makeTwins(app);
});
afterAll(() => app.close());

/** Lists whose rows belong to a person or an organization and are proven by the tests of sorted lists. */
const SORTED = [
  'agentSkills',
  'auditEntries',
  'csvImports',
  'enterpriseKeys',
  'invitations',
  'myClaims',
  'offerClaims',
  'products',
  'projects',
  'savedPlans',
  'usage',
  'workflowTokens',
];
/** Lists that everyone, or every reviewer, is shown alike. */
const SHARED = [
  'adoption',
  'catalogImportRows',
  'catalogImports',
  'adoptionSnapshots',
  'heldMeasures',
  'directoryGaps',
  'directoryChanges',
  'directoryContext',
  'hackathons',
  'intakeQueue',
  'linkOpens',
  'listedProjects',
  'mcpServers',
  'offers',
  'publicUse',
  'publishedSkills',
  'reviewerOffers',
  'reviewerOrganizations',
  'reviewerTools',
];

const WINDOW = { from: `"${SAME.day}"`, to: `"${SAME.day}"` };
const NAMED = { productId: `"${SAME.productId}"` };
const IMPORT = { importId: `"imp_${SAME.importId}"` };
const ENDPOINT = { webhookId: `"whk_${SAME.endpointId}"` };

/** A list, what it is requested with, and how many rows one company alone has. */
const OWNED: readonly (readonly [list: string, given: Record<string, string>, selection: string, rows: number])[] = [
  ['events', {}, 'items { eventId }', 3],
  ['events', { sort: '"receivedAt"' }, 'items { eventId }', 3],
  ['events', { ...NAMED, eventName: '"FIRST_API_CALL"' }, 'items { eventId }', 3],
  ['events', { q: '"same"' }, 'items { eventId }', 3],
  ['events', { q: `"${SAME.keys[0]}"` }, 'items { eventId }', 1],
  ['eventLog', {}, 'items { id }', 4],
  ['eventLog', { sort: '"receivedAt"' }, 'items { id }', 4],
  ['eventLog', { outcome: 'stored' }, 'items { id }', 3],
  ['eventLog', { outcome: 'refused' }, 'items { id }', 1],
  ['eventLog', { outcome: 'duplicate', ...NAMED }, 'items { id }', 1],
  ['eventLog', { q: `"${SAME.keys[1]}"` }, 'items { id }', 1],
  ['verdicts', {}, 'items { id }', 5],
  ['verdicts', { sort: '"at"' }, 'items { id }', 5],
  ['verdicts', { status: 'invalid', q: '"anonymous"' }, 'items { id }', 0],
  ['verdicts', { status: 'invalid', ...NAMED }, 'items { id }', 1],
  ['members', {}, 'userId', 2],
  ['members', { sort: '"-name"', q: '"person"' }, 'userId', 2],
  ['organizationOffers', {}, 'items { id }', 1],
  ['organizationOffers', { q: '"same"', sort: '"-title"' }, 'items { id }', 1],
  ['webhookMessages', ENDPOINT, 'items { id }', 2],
  ['enterpriseAuditReceipts', {}, 'items { id }', 2],
  ['enterpriseAuditReceipts', { ...NAMED, outcome: '"NOT_FOUND"' }, 'items { id }', 1],
  ['companyLinkOpens', {}, 'items { slug }', 1],
];

async function rowsOf(company: Company, list: string, given: Record<string, string>, selection: string) {
  const passed = Object.entries({ organizationId: `"${company.organizationId}"`, ...given }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const { data, errors } = await askGraphql<{ list: Record<string, unknown>[] | { items: Record<string, unknown>[] } }>(
    app,
    `{ list: ${list}(${passed.join(', ')}) { ${selection} } }`,
    {},
    { cookie: company.owner.cookie },
  );
  expect(errors).toEqual([]);
  const answered = data?.list ?? [];
  return Array.isArray(answered) ? answered : answered.items;
}

describe('a list beside that of another organization with equal rows', () => {
  it.each(OWNED)('has its own rows alone: %s %j', async (list, given, selection, rows) => {
    const [mine, theirs] = [await rowsOf(own, list, given, selection), await rowsOf(other, list, given, selection)];
    expect([mine.length, theirs.length]).toEqual([rows, rows]);
    const ids = new Set([...mine, ...theirs].map((row) => JSON.stringify(row)));
    expect(ids.size).toBe(2 * rows);
  });

  it.each([
    [
      'companyAccounts',
      WINDOW,
      'items { accountDomain events developers }',
      { accountDomain: 'same.example', events: 3, developers: 1 },
    ],
    ['companyDevelopers', { ...WINDOW, ...NAMED }, 'items { developerId events }', { developerId: 'same', events: 3 }],
  ])('counts its own events alone: %s', async (list, given, selection, row) => {
    expect(await rowsOf(own, list, given, selection)).toEqual([row]);
  });

  it('has the refused rows of its own import alone, where another’s has the same id', async () => {
    const rows = await rowsOf(own, 'csvImportProblems', IMPORT, 'items { row }');
    expect(rows).toEqual([{ row: 1 }, { row: 2 }]);
  });

  it('says how many answers of its own were dropped, and of no other’s', async () => {
    await query(
      app.databaseUrl,
      `update tracking_verdict set dropped = 7, dropped_refused = 4 where organization_id = $1 and status = 'invalid'`,
      [other.organizationId.slice(4)],
    );
    const droppedOf = async ({ organizationId, owner }: Company) => {
      const { data } = await askGraphql<Record<string, unknown>>(
        app,
        `query ($o: ID!) { eventLog(organizationId: $o) { dropped { refused others } } verdicts(organizationId: $o) { dropped droppedRefused } }`,
        { o: organizationId },
        { cookie: owner.cookie },
      );
      return data;
    };
    expect(await droppedOf(own)).toEqual({
      eventLog: { dropped: { refused: 0, others: 0 } },
      verdicts: { dropped: 0, droppedRefused: 0 },
    });
    expect(await droppedOf(other)).toEqual({
      eventLog: { dropped: { refused: 4, others: 3 } },
      verdicts: { dropped: 7, droppedRefused: 4 },
    });
  });

  it('is not searched by the key of another organization', async () => {
    const given = { trackingKeyId: `"${other.trackingKeyId}"` };
    expect(await rowsOf(own, 'eventLog', { ...given, outcome: 'refused' }, 'items { id }')).toEqual([]);
    expect(await rowsOf(own, 'verdicts', given, 'items { id }')).toEqual([]);
    expect(await rowsOf(other, 'verdicts', given, 'items { id }')).toHaveLength(5);
  });

  it.each(['events', 'developers', 'accounts'])('is downloaded without another’s rows: %s', async (what) => {
    const requested = new URLSearchParams({
      organizationId: own.organizationId,
      what,
      format: 'json',
      from: SAME.day,
      to: SAME.day,
    });
    const { text } = await ask(`${app.url}/api/exports/adoption?${requested}`, { cookie: own.owner.cookie });
    const { rows } = JSON.parse(text) as { rows: unknown[] };
    expect(rows).toHaveLength(what === 'events' ? 3 : 1);
  });

  it('is proven for every list of the schema', () => {
    const queries = buildSchema(readFileSync('schema.graphql', 'utf8')).getQueryType()?.getFields() ?? {};
    const lists = Object.values(queries).filter(({ args }) => args.some(({ name }) => /^(cursor|sort)$/.test(name)));
    const proven = [
      ...OWNED.map(([list]) => list),
      'companyAccounts',
      'companyDevelopers',
      'csvImportProblems',
      'enterpriseReport', // by enterprise-report.test.ts, where another company has equal rows
    ];
    expect(lists.map(({ name }) => name).toSorted()).toEqual(
      [...new Set([...proven, ...SORTED, ...SHARED])].toSorted(),
    );
  });
});
