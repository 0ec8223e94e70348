import { type DataProvider, useDataProvider } from 'react-admin';
import type { Methods } from './binding.js';
import { adoptionDecisions, adoptionRecords } from './data.adoption.js';
import { auditDecisions, auditRecords } from './data.audit-entries.js';
import { catalogImportDecisions, catalogImportRecords } from './data.catalog-imports.js';
import { catalogOfferRecords } from './data.catalog-offers.js';
import { catalogToolDecisions, catalogToolRecords } from './data.catalog-tools.js';
import { claimDecisions, claimRecords } from './data.claims.js';
import { clientFileRecords } from './data.clients.js';
import { csvImportDecisions, csvImportRecords } from './data.csv-imports.js';
import { planDecisions } from './data.directory.js';
import { dryRunDecisions } from './data.dry-run.js';
import { enterpriseDecisions, enterpriseRecords } from './data.enterprise.js';
import { intakeDecisions, intakeRecords } from './data.intake.js';
import { memberDecisions, memberRecords } from './data.members.js';
import { offerRecords } from './data.offers.js';
import { productDecisions, productRecords } from './data.products.js';
import { projectDecisions, projectRecords } from './data.projects.js';
import { reportRecords } from './data.reports.js';
import { sessionDecisions, sessionRecords } from './data.sessions.js';
import { skillDecisions, skillRecords } from './data.skills.js';
import { spendingDecisions, spendingRecords } from './data.spending.js';
import { table } from './data.table.js';
import { tokenDecisions, tokenRecords } from './data.tokens.js';
import { usageDecisions, usageRecords } from './data.usage.js';
import { webhookDecisions, webhookRecords } from './data.webhooks.js';

/** Resource × method → one operation of the schema. */
const records = joined([
  table,
  adoptionRecords,
  auditRecords,
  catalogImportRecords,
  catalogOfferRecords,
  catalogToolRecords,
  claimRecords,
  clientFileRecords,
  csvImportRecords,
  enterpriseRecords,
  intakeRecords,
  memberRecords,
  offerRecords,
  productRecords,
  projectRecords,
  reportRecords,
  sessionRecords,
  skillRecords,
  spendingRecords,
  tokenRecords,
  usageRecords,
  webhookRecords,
]);

/** Resources of all parts; throws where two parts have one name, since the later one would take the place of the other without a word. */
function joined(parts: readonly Readonly<Record<string, Methods>>[]): Record<string, Methods> {
  const all = parts.flatMap((part) => Object.entries(part));
  const names = all.map(([name]) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`resources of one name: ${twice.join(', ')}`);
  return Object.fromEntries(all);
}

/** Every decision: what is more than the change of a record's fields has a method of its own, with its own arguments. */
const decisions = {
  ...adoptionDecisions,
  ...auditDecisions,
  ...catalogImportDecisions,
  ...catalogToolDecisions,
  ...claimDecisions,
  ...csvImportDecisions,
  ...dryRunDecisions,
  ...enterpriseDecisions,
  ...intakeDecisions,
  ...memberDecisions,
  ...planDecisions,
  ...productDecisions,
  ...projectDecisions,
  ...sessionDecisions,
  ...skillDecisions,
  ...spendingDecisions,
  ...tokenDecisions,
  ...usageDecisions,
  ...webhookDecisions,
};
type Decisions = typeof decisions;

/** The calls that a screen has: react-admin's methods for records, and each decision by its name. */
export interface DaiDataProvider extends DataProvider, Decisions {}

function methodOf<Name extends keyof Methods>(resource: string, method: Name): NonNullable<Methods[Name]> {
  const found = records[resource]?.[method];
  if (!found) throw new Error(`no method for ${resource}.${method}`);
  return found;
}

/** react-admin's way to the API: it finds the method in the table and adds nothing of its own. */
export const dataProvider: DaiDataProvider = {
  supportAbortSignal: true,
  getList: async (resource, params) => methodOf(resource, 'getList')(params),
  getOne: async (resource, params) => methodOf(resource, 'getOne')(params),
  create: async (resource, params) => methodOf(resource, 'create')(params),
  update: async (resource, params) => methodOf(resource, 'update')(params),
  delete: async (resource, params) => methodOf(resource, 'delete')(params),
  getMany: async (resource, { ids, ...params }) => {
    const getMany = records[resource]?.getMany;
    if (getMany) return getMany({ ids, ...params });
    const answers = await Promise.all(ids.map((id) => methodOf(resource, 'getOne')({ ...params, id })));
    return { data: answers.map((answer) => answer.data) };
  },
  getManyReference: async (resource, { target, id, ...params }) =>
    methodOf(resource, 'getList')({ ...params, filter: { ...params.filter, [target]: id } }),
  updateMany: () => refuseBulk('updateMany'),
  deleteMany: () => refuseBulk('deleteMany'),
  ...decisions,
};

/** Every act here is a decision about one thing, so nothing is done to many at once. */
const refuseBulk = (method: string): Promise<never> => Promise.reject(new Error(`${method} is not supported`));

/** react-admin's own methods, by their names: its type would take any other name too. */
type RecordMethods = Pick<DataProvider, 'getList' | 'getOne' | 'getMany' | 'create' | 'update' | 'delete'>;

/** The data provider as screens call it: a misspelled decision or a wrong argument breaks the build. */
export const useDai = (): RecordMethods & Decisions => useDataProvider<DaiDataProvider>();
