import type { EntityManager } from '@mikro-orm/postgresql';
import { actorOf } from '../accounts/index.js';
import { PLATFORM_CHAIN, recordAudit } from '../platform/audit.js';
import type { RequestContext } from '../platform/context.js';

/** One act on a skill or a project, as the platform's chain hears it. */
export interface WorkflowAct {
  readonly action: string;
  readonly resource: 'agent_skill' | 'project';
  /** A public id. */
  readonly resourceId: string;
  readonly revision: number;
  readonly changes: Record<string, [unknown, unknown]>;
  readonly reason?: string;
}

/** Writes an act into the audit log; must be called in the transaction of the change. */
export const auditAct = (ctx: RequestContext, em: EntityManager, act: WorkflowAct): Promise<void> =>
  recordAudit(em, ctx.platform.clock.now(), {
    organizationId: PLATFORM_CHAIN,
    actor: actorOf(ctx),
    requestId: ctx.requestId,
    ...act,
  });
