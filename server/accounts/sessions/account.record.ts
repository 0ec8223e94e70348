import type { EntityManager } from '@mikro-orm/postgresql';
import { personChain, recordAudit } from '../../platform/audit/audit.js';
import { publicId } from '../../platform/ids.js';

/** What happened to a person's account. Without `actor` the person did it. */
export interface AccountAction {
  readonly userId: string;
  readonly action:
    | 'account.close'
    | 'account.create'
    | 'address.change'
    | 'address.request'
    | 'address.verify'
    | 'password.change'
    | 'password.reset'
    | 'profile.update'
    | 'session.create'
    | 'session.refuse'
    | 'session.revoke';
  readonly at: Date;
  readonly actor?: string;
  readonly changes?: Record<string, [unknown, unknown]>;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Records an action on a person's account into the person's own chain of the audit log, in the caller's transaction (decisions §2, Credentials). */
export function recordAccountAction(em: EntityManager, entry: AccountAction): Promise<void> {
  const { userId, action, at, actor, changes, reason, requestId } = entry;
  const person = publicId('usr', userId);
  return recordAudit(em, at, {
    chain: personChain(userId),
    actor: actor ?? person,
    action,
    resource: 'user',
    resourceId: person,
    changes: changes ?? {},
    ...(reason ? { reason } : {}),
    ...(requestId ? { requestId } : {}),
  });
}
