import { bind, type Methods, type MutationParams, nextPage, page, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';

/** An intent is asked about under its own words; what bounds the answer goes along. */
interface BriefParams extends QueryParams {
  readonly meta?: { readonly constraints?: schema.BriefConstraints };
}
/** The revision that was read; without one the service refuses. */
type Revised = { readonly revision: number };

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
  plans: {
    getList: bind(schema.ListPlans, page<schema.ListPlansVariables>, ({ savedPlans }) =>
      nextPage(savedPlans.items, savedPlans.nextCursor),
    ),
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
    update: bind(
      schema.RenamePlan,
      ({ id, data, meta }: QueryParams & { readonly data: { readonly title?: string }; readonly meta?: Revised }) => ({
        input: { planId: String(id), title: data.title ?? '', revision: meta?.revision ?? 0 },
      }),
      (answer) => ({ data: present(answer.renamePlan) }),
    ),
    delete: bind(
      schema.DeletePlan,
      ({ id, meta }: QueryParams & { readonly meta?: Revised }) => ({
        input: { planId: String(id), revision: meta?.revision ?? 0 },
      }),
      (answer, { id }) => ({ data: { id, deleted: present(answer.deletePlan) } }),
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
