import { z } from 'zod';

/** One thing to do, in its order, as briefs and packets have it. */
export const PLAN_STEP = 'order title detail command tool needsAuthorization';

/** `PLAN_STEP` as it is answered. */
export const planStep = z.object({
  order: z.int(),
  title: z.string(),
  detail: z.string(),
  command: z.string().nullable(),
  tool: z.string().nullable(),
  needsAuthorization: z.boolean(),
});
