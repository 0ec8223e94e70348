import type { GetOneParams, GetOneResult } from 'react-admin';
import { bind, type Methods, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { type FilterValues, listBy, oneOf, type Question } from './records.js';
import { ask } from './request.js';

/** The question of the adoption pages: a closed window of UTC days, and filters. */
export interface AdoptionQuestion {
  readonly productId?: string | undefined;
  readonly family?: schema.EventFamily | undefined;
  readonly from: string;
  readonly to: string;
}

/** The parameters of an account's story: organization and product; the account is the id. */
interface StoryParams extends QueryParams {
  readonly meta: Omit<schema.ReadCompanyAccountStoryVariables, 'accountDomain'>;
}

const DAY_MS = 86_400_000;
/** The period before one is chosen. */
export const DEFAULT_DAYS = 30;
/** The longest window of the API. */
export const DAYS_MAX = 400;

/** A UTC day, so many days before today. */
export const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** The UTC day so many days after another, or before it. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days a window has, its first and last among them; none where either is no day of the calendar, or the last lies before the first. */
export function daysOf(from: string, to: string): number {
  const [first, last] = [from, to].map((day) => {
    const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00Z`) : new Date(Number.NaN);
    return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day ? at.getTime() : Number.NaN;
  });
  const days = ((last ?? Number.NaN) - (first ?? Number.NaN)) / DAY_MS + 1;
  return days >= 1 ? days : 0;
}

const isIn = <Value extends string>(values: Readonly<Record<string, Value>>, text: string | undefined): text is Value =>
  text !== undefined && Object.hasOwn(values, text);

/** The family that a text names, if it names one. */
export const familyOf = (text: string | undefined): schema.EventFamily | undefined =>
  isIn(schema.EventFamily, text) ? text : undefined;

/** The window of a list: the days of its first and last instant, and the longest that can be asked for where none is chosen. */
export const windowOf = ({ since, until }: FilterValues): { from: string; to: string } => ({
  from: since?.slice(0, 10) ?? dayBefore(DAYS_MAX - 1),
  to: until?.slice(0, 10) ?? dayBefore(0),
});

/** The same window as the filters of a list. */
export const instantsOf = ({ from, to }: { readonly from: string; readonly to: string }) => ({
  since: `${from}T00:00Z`,
  until: `${to}T23:59Z`,
});

const variablesOf = ({ filter, scope, sort, limit, cursor }: Question) => ({
  organizationId: scope.organizationId ?? '',
  productId: filter.product,
  family: familyOf(filter.family),
  ...windowOf(filter),
  q: filter.q,
  campaignId: filter.campaign,
  campaignSource: filter.campaignSource,
  sort,
  limit,
  cursor,
});

/** The question of a developer's or account's page: its organization, and the filters of the list that it was opened from. */
export interface SubjectMeta {
  readonly organizationId: string;
  readonly filter: FilterValues;
}

const subjectOf = ({ meta }: GetOneParams) => {
  const { organizationId, filter }: SubjectMeta = meta;
  return { organizationId, productId: filter.product, ...windowOf(filter) };
};

/** A company's own adoption: the view of a window, and everything that is listed in it. */
export const adoptionRecords: Record<string, Methods> = {
  'company-adoption': {
    getOne: async ({ id, meta, signal }: GetOneParams): Promise<GetOneResult> => {
      const { organizationId, question }: { organizationId: string; question: AdoptionQuestion } = meta;
      const { family, productId, from, to } = question;
      const answer = await ask(schema.ReadCompanyAdoption, { organizationId, productId, from, to, family }, signal);
      return { data: { ...answer.companyAdoption, id } };
    },
  },
  'company-funnel': {
    getOne: async ({ id, meta, signal }: GetOneParams): Promise<GetOneResult> => {
      const { question }: { question: schema.ReadCompanyFunnelVariables } = meta;
      return { data: { ...(await ask(schema.ReadCompanyFunnel, question, signal)).companyFunnel, id } };
    },
  },
  'company-lifecycle': {
    getOne: async ({ id, meta, signal }: GetOneParams): Promise<GetOneResult> => {
      const { question }: { question: schema.ReadCompanyLifecycleVariables } = meta;
      return { data: { ...(await ask(schema.ReadCompanyLifecycle, question, signal)).companyLifecycle, id } };
    },
  },
  'adoption-accounts': {
    getList: listBy(
      schema.ListCompanyAccounts,
      (question) => ({
        ...variablesOf(question),
        developerId: question.filter.developer,
        figure: oneOf(schema.AccountFigure, question.filter.figure),
      }),
      ({ companyAccounts: { items, nextCursor } }) => ({
        items: items.map((one) => ({ ...one, id: one.accountDomain })),
        nextCursor,
      }),
    ),
    getOne: async (params: GetOneParams): Promise<GetOneResult> => {
      const { id, signal } = params;
      const question = { ...subjectOf(params), accountDomain: String(id) };
      const { companyAccount } = await ask(schema.ReadCompanyAccount, question, signal);
      return { data: { id, found: companyAccount } };
    },
  },
  'account-stories': {
    getOne: bind(
      schema.ReadCompanyAccountStory,
      ({ id, meta }: StoryParams) => ({ accountDomain: String(id), ...meta }),
      ({ companyAccountStory }, { id }) => ({ data: { id, story: companyAccountStory } }),
    ),
  },
  'adoption-developers': {
    getList: listBy(
      schema.ListCompanyDevelopers,
      (question) => ({
        ...variablesOf(question),
        accountDomain: question.filter.account,
        figure: oneOf(schema.DeveloperFigure, question.filter.figure),
        cohort: question.filter.cohort,
        week: question.filter.week === undefined ? undefined : Number(question.filter.week),
        withoutAccount: question.filter.withoutAccount === 'true' || undefined,
      }),
      ({ companyDevelopers: { items, nextCursor } }) => ({
        items: items.map((one) => ({ ...one, id: one.developerId })),
        nextCursor,
      }),
    ),
    getOne: async (params: GetOneParams): Promise<GetOneResult> => {
      const { id, signal } = params;
      const question = { ...subjectOf(params), developerId: String(id) };
      const { companyDeveloper } = await ask(schema.ReadCompanyDeveloper, question, signal);
      return { data: { id, found: companyDeveloper } };
    },
  },
  'saved-views': {
    getList: listBy(
      schema.ListSavedViews,
      ({ scope }) => ({ organizationId: scope.organizationId ?? '' }),
      ({ savedViews }) => ({ items: savedViews, nextCursor: null, total: savedViews.length }),
    ),
  },
};

export const adoptionDecisions = {
  saveView: async (input: schema.SaveViewInput) => present((await ask(schema.SaveView, { input })).saveView),
  deleteView: async (input: schema.DeleteViewInput) => present((await ask(schema.DeleteView, { input })).deleteView),
};
