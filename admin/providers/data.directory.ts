import { type Act, door, type Look, type Methods, page, part, present } from './binding.js';
import * as schema from './schema.js';

/** An intent is asked about under its own words; what bounds the answer goes along. */
interface BriefLook extends Look {
  readonly meta?: { readonly constraints?: schema.BriefConstraints };
}
/** The revision that was read; without one the service refuses. */
type Revised = { readonly revision: number };

/** The directory, the plans that are made of it, and what an agent gets of a plan. */
export const directoryTable: Record<string, Methods> = {
  tools: {
    getList: door(schema.FindTools, page<schema.FindToolsVariables>, ({ directoryContext: found }) => ({
      ...part(found.tools, found.nextCursor, { facets: found.facets }),
      total: found.total,
    })),
    getOne: door(
      schema.ReadTool,
      ({ id }: Look) => ({ slug: String(id) }),
      ({ tool }) => ({ data: tool }),
    ),
  },
  briefs: {
    getOne: door(
      schema.ReadBrief,
      ({ id, meta }: BriefLook) => ({ intent: String(id), constraints: meta?.constraints ?? null }),
      ({ buildBrief }, { id }) => ({ data: { ...buildBrief, id } }),
    ),
  },
  plans: {
    getList: door(schema.ListPlans, page<schema.ListPlansVariables>, ({ savedPlans }) =>
      part(savedPlans.items, savedPlans.nextCursor),
    ),
    getOne: door(
      schema.ReadPlan,
      ({ id }: Look) => ({ planId: String(id) }),
      ({ savedPlan }) => ({ data: savedPlan }),
    ),
    create: door(
      schema.SavePlan,
      ({ data, meta }: Act<schema.SavePlanInput>) => ({ input: data, ...meta }),
      (answer) => ({ data: present(answer.savePlan) }),
    ),
    update: door(
      schema.RenamePlan,
      ({ id, data, meta }: Look & { readonly data: { readonly title?: string }; readonly meta?: Revised }) => ({
        input: { planId: String(id), title: data.title ?? '', revision: meta?.revision ?? 0 },
      }),
      (answer) => ({ data: present(answer.renamePlan) }),
    ),
    delete: door(
      schema.DeletePlan,
      ({ id, meta }: Look & { readonly meta?: Revised }) => ({
        input: { planId: String(id), revision: meta?.revision ?? 0 },
      }),
      (answer, { id }) => ({ data: { id, deleted: present(answer.deletePlan) } }),
    ),
  },
  packets: {
    getOne: door(
      schema.ReadPacket,
      ({ id }: Look) => ({ planId: String(id) }),
      ({ buildPacket }, { id }) => ({ data: { ...buildPacket, id } }),
    ),
  },
};
