import {
  bind,
  type Listing,
  type Methods,
  type MutationParams,
  nextPage,
  page,
  present,
  type QueryParams,
} from './binding.js';
import * as schema from './generated/operations.js';
import { askedOf, listBy } from './records.js';
import { ask } from './request.js';

/** An intent is asked about under its own words; what bounds the answer goes along. */
interface BriefParams extends QueryParams {
  readonly meta?: { readonly constraints?: schema.BriefConstraints };
}

/** The directory, the plans that are made of it, and what an agent gets of a plan. */
export const directoryTable: Record<string, Methods> = {
  tools: {
    getList: bind(schema.FindTools, page<schema.FindToolsVariables>, ({ directoryContext: found }) => ({
      ...nextPage(found.tools, found.nextCursor, { facets: found.facets }),
      total: found.total,
    })),
    getOne: bind(
      schema.ReadTool,
      ({ id }: QueryParams) => ({ slug: String(id) }),
      ({ tool }) => ({ data: tool }),
    ),
  },
  briefs: {
    getOne: bind(
      schema.ReadBrief,
      ({ id, meta }: BriefParams) => ({ intent: String(id), constraints: meta?.constraints ?? null }),
      ({ buildBrief }, { id }) => ({ data: { ...buildBrief, id } }),
    ),
  },
  capabilities: {
    getList: bind(
      schema.ListCapabilities,
      (_params: Listing<object>) => ({}),
      ({ capabilities: { capabilities } }) => ({ data: [...capabilities], total: capabilities.length }),
    ),
  },
  plans: {
    getList: listBy(schema.ListPlans, askedOf, ({ savedPlans }) => savedPlans),
    getOne: bind(
      schema.ReadPlan,
      ({ id }: QueryParams) => ({ planId: String(id) }),
      ({ savedPlan }) => ({ data: savedPlan }),
    ),
    create: bind(
      schema.SavePlan,
      ({ data, meta }: MutationParams<schema.SavePlanInput>) => ({ input: data, ...meta }),
      (answer) => ({ data: present(answer.savePlan) }),
    ),
  },
  packets: {
    getOne: bind(
      schema.ReadPacket,
      ({ id }: QueryParams) => ({ planId: String(id) }),
      ({ buildPacket }, { id }) => ({ data: { ...buildPacket, id } }),
    ),
  },
};

/** The decisions about a saved plan, each at the revision that was read. */
export const planDecisions = {
  renamePlan: async (input: schema.RenamePlanInput) => present((await ask(schema.RenamePlan, { input })).renamePlan),
  deletePlan: async (input: schema.DeletePlanInput) => present((await ask(schema.DeletePlan, { input })).deletePlan),
};
