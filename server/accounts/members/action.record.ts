import type { EntityManager } from '@mikro-orm/postgresql';
import { type AuditChain, personChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { actorOf, ownerOf } from './member.require.js';

/** One act of a person or of their workflow token, as the audit log takes it. */
export interface PersonAction {
  /** The actor's chain, unless another is named. */
  readonly chain?: AuditChain;
  readonly action: string;
  readonly resource: string;
  /** A public id. */
  readonly resourceId: string;
  readonly revision: number;
  readonly changes: Record<string, [unknown, unknown]>;
  readonly reason?: string;
}

/** Writes an act into the audit log; must be called in the transaction of the change. */
export const recordAction = (ctx: RequestContext, em: EntityManager, action: PersonAction): Promise<void> =>
  recordAudit(em, ctx.platform.clock.now(), {
    chain: personChain(ownerOf(ctx)),
    actor: actorOf(ctx),
    requestId: ctx.requestId,
    ...action,
  });
