import { bind, type Listing, type Methods, type MutationParams, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { askedOf, listBy, valuesOf } from './records.js';
import { ask } from './request.js';

/** An intent is asked about under its own words; what bounds the answer goes along. */
interface BriefParams extends QueryParams {
  readonly meta?: { readonly constraints?: schema.BriefConstraints };
}

/** A tool under its slug, as addresses name it. */
const bySlug = <Found extends { readonly slug: string }>(tool: Found) => ({ ...tool, id: tool.slug });

/** As many tools as the service gives at once. */
const LIMIT_MAX = 50;

/** The directory, the plans that are made of it, and what an agent gets of a plan. */
export const directoryTable: Record<string, Methods> = {
  directory: {
    getList: listBy(
      schema.FindTools,
      ({ filter, limit, cursor }) => ({
        q: filter.q,
        category: valuesOf(filter.category),
        pricing: valuesOf(filter.pricing),
        interface: valuesOf(filter.interface),
        proof: valuesOf(filter.proof),
        maturity: valuesOf(filter.maturity),
        licence: valuesOf(filter.licence),
        limit: Math.min(limit, LIMIT_MAX),
        cursor,
      }),
      ({ directoryContext: { tools, nextCursor, total, facets, understood } }) => ({
        items: tools.map(bySlug),
        nextCursor,
        total,
        meta: { facets, understood },
      }),
    ),
    getOne: bind(
      schema.ReadTool,
      ({ id }: QueryParams) => ({ slug: String(id) }),
      ({ tool }) => ({ data: bySlug(tool) }),
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

/** The decisions about a saved plan; those about its content name the revision that was read. */
export const planDecisions = {
  renamePlan: async (input: schema.RenamePlanInput) => present((await ask(schema.RenamePlan, { input })).renamePlan),
  setPlanStep: async (input: schema.SetPlanStepInput) =>
    present((await ask(schema.SetPlanStep, { input })).setPlanStep),
  setPlanLetters: async (input: schema.SetPlanLettersInput) =>
    present((await ask(schema.SetPlanLetters, { input })).setPlanLetters),
  deletePlan: async (input: schema.DeletePlanInput) => present((await ask(schema.DeletePlan, { input })).deletePlan),
};
