import type { EntityManager } from '@mikro-orm/postgresql';
import { actorOf, ownerOf } from '../accounts/index.js';
import { type AuditChain, personChain, recordAudit } from '../platform/audit.js';
import type { RequestContext } from '../platform/context.js';

/** One act on a skill or a project, as the audit log hears it. */
export interface WorkflowAct {
  /** The chain of whoever acts, unless another is named. */
  readonly chain?: AuditChain;
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
    chain: personChain(ownerOf(ctx)),
    actor: actorOf(ctx),
    requestId: ctx.requestId,
    ...act,
  });
