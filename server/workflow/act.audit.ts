import type { EntityManager } from '@mikro-orm/postgresql';
import { PLATFORM_CHAIN, recordAudit } from '../platform/audit.js';
import type { RequestContext } from '../platform/context.js';
import { publicId } from '../platform/ids.js';

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

/** The person who acts, or the token with which an agent does. */
export function actorOf({ principal }: RequestContext): string {
  if (principal.kind === 'session') return publicId('usr', principal.userId);
  return principal.kind === 'workflow_token' ? publicId('tok', principal.credentialId) : 'system';
}

/** Writes an act into the audit log; must be called in the transaction of the change. */
export const auditAct = (ctx: RequestContext, em: EntityManager, act: WorkflowAct): Promise<void> =>
  recordAudit(em, ctx.platform.clock.now(), {
    organizationId: PLATFORM_CHAIN,
    actor: actorOf(ctx),
    requestId: ctx.requestId,
    ...act,
  });
