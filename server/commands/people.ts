import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Member, MemberRole, Organization, openSignIn } from '../accounts/index.js';
import { type Database, sessionSecret } from '../database.js';
import { organizationChain, PLATFORM_CHAIN, recordAudit } from '../platform/audit.js';
import type { Config } from '../platform/config.js';
import { normalizeDomain } from '../platform/domain.rules.js';
import { newUuid, publicId, uuidOf } from '../platform/ids.js';
import { CommandError } from './session.js';

const OPERATOR = 'operator';

/** The bare id of the account with this address. */
async function userIdOf(em: EntityManager, email: string): Promise<string> {
  const rows = await em.execute<{ id: string }[]>('select id from auth."user" where lower(email) = lower(?)', [email]);
  if (!rows[0]) throw new CommandError(`no account has the address ${email}`);
  return rows[0].id;
}

export interface Bootstrapped {
  organizationId: string;
  email: string;
  /** Shown once; null when the account existed before. */
  password: string | null;
}

/** Makes the first organization and its owner on a database without demo data. */
export async function bootstrap(
  { orm }: Database,
  config: Config,
  person: { email: string; name: string; organization: string; domain?: string },
): Promise<Bootstrapped> {
  const domain = person.domain === undefined ? null : normalizeDomain(person.domain);
  if (person.domain !== undefined && domain === null)
    throw new CommandError('--domain must be a domain such as example.com');
  const em = orm.em.fork();
  const present = await em.execute<{ id: string }[]>('select id from auth."user" where lower(email) = lower(?)', [
    person.email,
  ]);
  const password = present[0] ? null : randomBytes(15).toString('base64url');
  const userId =
    present[0]?.id ??
    (await openSignIn(orm, config, sessionSecret(config)).register({
      email: person.email,
      password: password ?? '',
      name: person.name,
    }));
  const organizationId = await em.transactional(async (tx) => {
    const now = new Date();
    const uuid = newUuid();
    const organization = tx.create(Organization, {
      id: publicId('org', uuid),
      name: person.organization,
      domain,
      domainVerifiedAt: null,
      createdAt: now,
    });
    await tx.flush();
    tx.create(Member, {
      organizationId: organization.id,
      userId: publicId('usr', userId),
      role: MemberRole.owner,
      createdAt: now,
    });
    await tx.execute('update auth."user" set "emailVerified" = true where id = ?', [userId]);
    await tx.flush();
    const changes: Record<string, [unknown, unknown]> = {
      name: [null, person.organization],
      owner: [null, publicId('usr', userId)],
    };
    await recordAudit(tx, now, {
      chain: organizationChain(uuid),
      actor: OPERATOR,
      action: 'organization.bootstrap',
      resource: 'organization',
      resourceId: organization.id,
      changes,
    });
    return organization.id;
  });
  return { organizationId, email: person.email, password };
}

/** Grants or takes the platform's reviewer role; audited in the platform's chain. Answers whether anything changed. */
export async function setReviewer(
  { orm }: Database,
  email: string,
  reviewer: boolean,
  reason: string | undefined,
): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    const id = await userIdOf(em, email);
    const changed = await em.execute<unknown[]>(
      'update auth."user" set reviewer = ? where id = ? and coalesce(reviewer, false) <> ? returning id',
      [reviewer, id, reviewer],
    );
    if (changed.length === 0) return false;
    await recordAudit(em, new Date(), {
      chain: PLATFORM_CHAIN,
      actor: OPERATOR,
      action: reviewer ? 'role.grant' : 'role.take',
      resource: 'user',
      resourceId: publicId('usr', id),
      changes: { reviewer: [!reviewer, reviewer] },
      ...(reason ? { reason } : {}),
    });
    return true;
  });
}

/** Erases the values of audit entries that name a person's address or id; the chain's hashes stay and still hold. Answers how many. */
export async function eraseFromAudit({ orm }: Database, email: string, reason: string): Promise<number> {
  return orm.em.fork().transactional(async (em) => {
    const id = publicId('usr', await userIdOf(em, email));
    const erased = await em.execute<unknown[]>(
      `delete from audit_value v using audit_entry e
       where e.organization_id = v.organization_id and e.id = v.entry_id
         and (strpos(lower(coalesce(v.changes::text, '')), lower(?)) > 0 or strpos(lower(coalesce(v.reason, '')), lower(?)) > 0 or (e.resource in ('member', 'user') and e.resource_id = ?))
       returning v.entry_id`,
      [email, email, id],
    );
    await recordAudit(em, new Date(), {
      chain: PLATFORM_CHAIN,
      actor: OPERATOR,
      action: 'audit.erase',
      resource: 'user',
      resourceId: id,
      changes: { entries: [erased.length, 0] },
      reason,
    });
    return erased.length;
  });
}

/** The bare id behind `org_…`, or a refusal. */
export function organizationUuid(id: string): string {
  const uuid = uuidOf('org', id);
  if (uuid === null) throw new CommandError('--organization must be an id that begins with org_');
  return uuid;
}
