import { type GraphQLInputField, type GraphQLInputType, getNamedType, isInputObjectType, isNonNullType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSchema } from '../../server/app/schema.js';
import { askGraphql } from '../setup/ask.js';
import { callsOf } from '../setup/calls.catalog.js';
import { type Caller, type Cast, makeCast } from '../setup/cast.js';
import { offerToSave } from '../setup/offers.js';
import { type SourcedApp, startSourcedApp } from '../setup/skill-source.js';
import { byOperation } from './access.table.js';

/** Each mutation that changes what is stored, with the members that null cannot clear, and those that it clears or that are about the call. Without those behind which `!` stands the rest would be wrong. */
const CHANGES: Readonly<Record<string, { readonly stay: string; readonly clear: string }>> = {
  updateOrganization: { stay: 'name', clear: 'domain' },
  updateProduct: { stay: 'name type status aliases', clear: '' },
  updateWebhook: { stay: 'url accountFirstEvent trackingKeyUnused enabled', clear: 'refusedPercent' },
  updateProjectDraft: { stay: 'title summary', clear: 'description note planId repositoryUrl tools tools/role url' },
  editTool: {
    stay: 'aliases capabilities categories docs environment interfaces maturity name pricing pricing/model questions summary',
    clear:
      'docs/llmsTxt docs/openapi docs/url install licence pricing/freeTier pricing/url signupUrl vendor vendor/domain vendor/name website',
  },
  saveOffer: {
    stay: 'listed revision',
    clear: `endsAt lastConfirmedAt lastReadAt offerId organizationId! rules/flag rules/list rules/number rules/text sources/readAt
      sources/via termsUrl url value/amountCents value/currency! value/months value/percent value/text value/upTo vendor/domain vendor/name`,
  },
};

/** Each mutation that makes or does something: a member that is null is absent. What stands behind `!` is needed in its place. */
const ABSENT: Readonly<Record<string, string>> = {
  advanceClaim: 'code eventId note proof',
  approveIntake: 'reason',
  assignIntake: 'assignee! release',
  checkCsvImport: 'constants times values',
  claimOffer: `idempotencyKey facts facts/aiProduct facts/annualRevenueUsd facts/companyAgeMonths facts/companyEmail facts/country
    facts/employees facts/fundingRaisedUsd facts/fundingStage facts/hasWebsite facts/incorporated facts/newCustomer facts/nonprofit
    facts/openSource facts/partners facts/student note`,
  confirmCsvImport: 'idempotencyKey',
  createEnterpriseKey: 'expiresInDays',
  createOrganization: 'idempotencyKey domain',
  createProduct: 'idempotencyKey',
  createProjectDraft: 'idempotencyKey description note planId repositoryUrl tools tools/role url',
  createWebhook: 'accountFirstEvent refusedPercent trackingKeyUnused',
  createWorkflowToken: 'expiresInDays projectId',
  dryRunEvent: `account_domain context context/attribution context/attribution/campaignId context/attribution/source event_family
    event_id! idempotencyKey! metadata occurredAt product! projectId`,
  offerPasskey: 'currentPassword!',
  importAgentSkill: 'idempotencyKey! confirm digest! status!',
  proveIdentity: 'code currentPassword! passkey',
  provisionIntake: 'reason',
  publishAgentSkill: 'acknowledgeRisk',
  objectToFactorReset: 'key!',
  rejectIntake: 'revision',
  reportUsage: 'durationMs projectId spendCents success toolId! toolSlug!',
  requestFactorReset: 'reason',
  requestIntakeChanges: 'revision',
  requireSingleSignOn: 'passwordOwnerId',
  saveCodexSnapshot: `creditsBalance planType primary primary/resetsAt primary/usedPercent primary/windowDurationMins secondary
    secondary/resetsAt secondary/usedPercent secondary/windowDurationMins`,
  savePlan: `idempotencyKey constraints constraints/category constraints/exclude constraints/interface constraints/licence
    constraints/maturity constraints/prefer constraints/pricing constraints/proof intent! receiptId! title`,
  saveSingleSignOn: 'clientSecret!',
  saveView:
    'parameters/against parameters/by parameters/days parameters/family parameters/from parameters/measure parameters/productId parameters/q parameters/sort parameters/to shared',
  setSecondFactorPolicy: 'graceDays',
  submitIntake: 'note receipt',
  syncSearchProvider: 'lastRun lastRun/applicationName lastRun/credits lastRun/durationMs lastRun/requestId',
  trackEvent: `account_domain context context/attribution context/attribution/campaignId context/attribution/source event_family
    event_id! idempotencyKey! metadata occurredAt product! projectId`,
};

const namesIn = (text: string): string[] => text.split(/\s+/).filter((name) => name !== '');
/** Arguments that are an operation's whole input: pointers are relative to them. */
const WHOLE_INPUT = new Set(['input', 'event']);

let app: SourcedApp;
let cast: Cast;
beforeAll(async () => {
  app = await startSourcedApp();
  cast = await makeCast(app);
});
afterAll(() => app.close());

const schema = await openSchema();
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const isOptional = ({ type, defaultValue }: Pick<GraphQLInputField, 'type' | 'defaultValue'>): boolean =>
  !isNonNullType(type) || defaultValue !== undefined;

/** The members below a type that may be left out, by their paths. */
function optionalIn(type: GraphQLInputType, at: string): string[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) => {
    const path = at + field.name;
    return [...(isOptional(field) ? [path] : []), ...optionalIn(field.type, `${path}/`)];
  });
}

const optionalOf = ({ args }: (typeof mutations)[number]): string[] =>
  args.flatMap((one) => [
    ...(isOptional(one) ? [one.name] : []),
    ...optionalIn(one.type, WHOLE_INPUT.has(one.name) ? '' : `${one.name}/`),
  ]);

/** The variables with a null at a path, in the first item of a list; what is not there yet is made. */
function withNull(values: unknown, [step = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(values)) return values.length ? values.with(0, withNull(values[0], [step, ...rest])) : values;
  const given = (values ?? {}) as Record<string, unknown>;
  return { ...given, [step]: rest.length ? withNull(given[step], rest) : null };
}

const callerOf = (name: string): Caller => {
  const row = byOperation.get(name);
  const able = (['owner', 'reviewer', 'workflowToken', 'trackingKey'] as const).find((one) => row?.[one] === 'ok');
  return cast.callers[able ?? 'owner'];
};

/** Prepares more than the catalog's call has, so that a member can be null at all. */
const FURTHER: Readonly<Record<string, () => Promise<object>>> = {
  saveOffer: async () => {
    const save = 'mutation ($input: SaveOfferInput!) { saveOffer(input: $input) { offerId: id revision } }';
    const input = offerToSave(app.credentials.organizationId);
    const { data } = await askGraphql<{ saveOffer: object }>(app, save, { input }, cast.callers.reviewer);
    return data?.saveOffer ?? {};
  },
  offerPasskey: async () => ({ currentPassword: app.credentials.users.owner.password }),
  proveIdentity: async () => ({ currentPassword: app.credentials.users.owner.password }),
  createWebhook: async () => ({ trackingKeyUnused: true, refusedPercent: 5 }),
  createProjectDraft: async () => ({ tools: [{ slug: 'react' }] }),
  syncSearchProvider: async () => ({ lastRun: { occurredAt: '2026-11-01T00:00:00Z' } }),
};

/** The call with each of the arguments that the mutation has, as a variable. */
function documentOf(name: string, document: string): string {
  const args = mutations.find((one) => one.name === name)?.args ?? [];
  const declared = args.map(
    (one) => `$${one.name}: ${one.defaultValue === undefined ? one.type : getNamedType(one.type)}`,
  );
  const passed = args.map((one) => `${one.name}: $${one.name}`);
  const selection = /\)\s*(\{[^)]*\})\s*\}\s*$/.exec(document)?.[1] ?? '';
  return `mutation (${declared.join(', ')}) { ${name}(${passed.join(', ')}) ${selection} }`;
}

/** The problems that a call with a null at a path is answered with, as pointer and code; another refusal by its code alone. */
async function problemsWithNull(name: string, path: string): Promise<string[]> {
  const call = callsOf(app, cast)[name];
  if (!call) throw new Error(`${name} has no call in calls.catalog.ts`);
  const given = await call.variables();
  const further = (await FURTHER[name]?.()) ?? {};
  const whole = ['input', 'event'].find((one) => one in given);
  const values =
    whole && !mutations.some((one) => one.name === name && one.args.some((arg) => arg.name === path))
      ? { ...given, [whole]: withNull({ ...(given[whole] as object), ...further }, path.split('/')) }
      : withNull(given, path.split('/'));
  const { errors } = await askGraphql(
    app,
    documentOf(name, call.document),
    values as Record<string, unknown>,
    callerOf(name),
  );
  return errors.flatMap(({ extensions }) =>
    extensions.errors?.length
      ? extensions.errors.map(({ pointer, code }) => `${pointer} ${code}`)
      : [`${extensions.code}`],
  );
}

describe('null for a member that may be left out', () => {
  it('has a verdict for each such member of each mutation', () => {
    const found = mutations.map((one) => [one.name, optionalOf(one).sort()] as const).filter(([, all]) => all.length);
    const decided = [
      ...Object.entries(CHANGES).map(
        ([name, { stay, clear }]) => [name, namesIn(`${stay} ${clear}`.replaceAll('!', '')).sort()] as const,
      ),
      ...Object.entries(ABSENT).map(([name, all]) => [name, namesIn(all.replaceAll('!', '')).sort()] as const),
    ];
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(decided));
  });

  const changes = Object.entries(CHANGES);
  const pairs = (table: readonly (readonly [string, string])[]) =>
    table.flatMap(([name, all]) =>
      namesIn(all)
        .filter((path) => !path.endsWith('!'))
        .map((path) => ({ name, path })),
    );

  it.each(pairs(changes.map(([name, { stay }]) => [name, stay])))(
    'in a change is refused as missing where it clears nothing: $name $path',
    async ({ name, path }) => expect(await problemsWithNull(name, path)).toEqual([`/${path} required`]),
  );

  it.each(pairs(changes.map(([name, { clear }]) => [name, clear])))(
    'in a change clears what may be cleared: $name $path',
    async ({ name, path }) => {
      const refused = await problemsWithNull(name, path);
      expect(refused.filter((one) => one.startsWith(`/${path} `))).toEqual([]);
    },
  );

  it.each(pairs(Object.entries(ABSENT)))(
    'is absent in what makes or does something: $name $path',
    async ({ name, path }) => expect(await problemsWithNull(name, path)).toEqual([]),
  );
});
