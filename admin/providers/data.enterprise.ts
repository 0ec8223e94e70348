import type { GetOneParams, GetOneResult } from 'react-admin';
import { bind, type Methods, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { askedOf, listBy, valuesOf } from './records.js';
import { ask } from './request.js';

/** A record of react-admin has an `id`. */
const agentKey = (key: schema.AgentKey) => ({ ...key, id: key.keyId });
export type AgentKey = ReturnType<typeof agentKey>;

const stateOf = (text: string): schema.TokenState[] =>
  Object.values(schema.TokenState).filter((state) => state === text);

/** The report that is requested, and the place where an answer that was cut goes on. */
export interface ReportQuestion {
  readonly organizationId: string;
  readonly productId: string;
  readonly periodDays: number;
  readonly cursor?: string | undefined;
}

/** The actions that are requested. */
export interface ActionsQuestion {
  readonly organizationId: string;
  readonly productId: string;
}

export type Report = schema.EnterpriseReport;
export type Actions = schema.ReadEnterpriseActionsAnswer['enterpriseActions'];

/** As many actions as the service answers at once. */
const ACTIONS_MAX = 20;

/** The keys with which companies' own agents read, and the plans. */
export const enterpriseRecords: Record<string, Methods> = {
  'agent-keys': {
    getList: listBy(
      schema.ListAgentKeys,
      (question) => {
        const { q, sort, limit, cursor } = askedOf(question);
        return {
          q,
          sort,
          limit,
          cursor,
          organizationId: question.scope.organizationId ?? '',
          productId: question.filter.product,
          state: valuesOf(question.filter.state)?.flatMap(stateOf),
        };
      },
      ({ enterpriseKeys: { items, nextCursor } }) => ({ items: items.map(agentKey), nextCursor }),
    ),
  },
  'enterprise-reports': {
    getOne: async ({ id, meta, signal }: GetOneParams): Promise<GetOneResult> => {
      const question: ReportQuestion = meta;
      const { enterpriseReport } = await ask(schema.ReadEnterpriseReport, question, signal);
      return { data: { ...enterpriseReport, id } };
    },
  },
  'enterprise-actions': {
    getOne: async ({ id, meta, signal }: GetOneParams): Promise<GetOneResult> => {
      const question: ActionsQuestion = meta;
      const { enterpriseActions } = await ask(
        schema.ReadEnterpriseActions,
        { ...question, limit: ACTIONS_MAX },
        signal,
      );
      return { data: { ...enterpriseActions, id } };
    },
  },
  'audit-receipts': {
    getList: listBy(
      schema.ListAuditReceipts,
      ({ filter: { tool, outcome, product }, scope, limit, cursor }) => ({
        organizationId: scope.organizationId ?? '',
        tool,
        outcome,
        productId: product,
        limit,
        cursor,
      }),
      ({ enterpriseAuditReceipts }) => enterpriseAuditReceipts,
    ),
  },
  'organization-plans': {
    getOne: bind(
      schema.ReadPlans,
      (_: QueryParams) => ({}),
      ({ viewer }, { id }) => {
        const own = viewer.memberships.find(({ organization }) => organization.id === id);
        return { data: { id, plan: own?.organization.plan ?? null } };
      },
    ),
  },
};

/** The acts on agent keys; creating one answers its secret, once. */
export const enterpriseDecisions = {
  createAgentKey: async (input: schema.CreateEnterpriseKeyInput) =>
    present((await ask(schema.CreateAgentKey, { input })).createEnterpriseKey),
  revokeAgentKey: async (keyId: string) => present((await ask(schema.RevokeAgentKey, { keyId })).revokeEnterpriseKey),
};
