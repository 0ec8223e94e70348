import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type AccountName,
  findAccountByEmail,
  Member,
  MemberRole,
  newChallenge,
  Organization,
  openFactorSecrets,
  openPasskeys,
  openSignIn,
  resetFactor,
  type SignIn,
} from '../accounts/index.js';
import { type Database, sessionSecret } from '../app/database.js';
import { organizationChain, PLATFORM_CHAIN, recordAudit } from '../platform/audit/audit.js';
import { systemClock } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import { withAdvisoryLock } from '../platform/database/orm.js';
import { normalizeAccountDomain } from '../platform/domain.rules.js';
import { normalizeEmail, storedEmail } from '../platform/email.rules.js';
import { newUuid, publicId, readId } from '../platform/ids.js';
import { openLog } from '../platform/log.js';
import { isName, isSeen } from '../platform/name.rules.js';
import { endConnections } from '../usage/index.js';
import { CommandError, UsageError } from './print.js';

const OPERATOR = 'operator';

const newPassword = (): string => randomBytes(15).toString('base64url');

async function requireAccount(em: EntityManager, email: string): Promise<AccountName> {
  const found = await findAccountByEmail(em, email);
  if (!found) throw new CommandError(`no account has the address ${email}`);
  return found;
}

/** Anyone can sign up with any address: rights go to an account only after its owner has shown that the address is theirs. */
function refuseUnverified(account: AccountName | null, email: string): void {
  if (account && !account.verified)
    throw new CommandError(
      `the account with the address ${email} is not verified: someone else may have created it. Its owner must first open the link in the verification email (dai mail list) or reset the password by email`,
    );
}

const signInOf = ({ orm }: Database, config: Config): SignIn =>
  openSignIn({
    orm,
    config,
    secret: sessionSecret(config),
    factorSecrets: openFactorSecrets(sessionSecret(config), config.sessionSecretsPrevious),
    passkeys: openPasskeys({ workspaceUrl: config.workspaceUrl, secrets: [sessionSecret(config)] }),
    clock: systemClock,
    log: openLog('silent'),
    endConnections,
  });

/** Serialises two bootstraps of one database: the first makes the owner, the second finds one. */
const BOOTSTRAP_LOCK = 7_243_006;

/** Only the first organization is the operator's to make: people make further ones in the workspace. */
async function refuseOwned(em: EntityManager): Promise<void> {
  const owner = await em.findOne(Member, { role: MemberRole.owner });
  if (owner) {
    const { name } = await em.findOneOrFail(Organization, { id: owner.organization.id });
    throw new CommandError(
      `there is an owner already: the organization "${name}" has one. Further organizations are made in the workspace; nothing was changed`,
    );
  }
}

export interface Bootstrapped {
  organizationId: string;
  email: string;
  /** Shown once; null when the account existed before. */
  password: string | null;
}

interface FirstOwner {
  readonly email: string;
  readonly name: string;
  readonly organization: string;
  readonly domain?: string;
}

/** Makes the first organization and its owner on a database without demo data; of two at once, the second finds an owner. */
export const bootstrap = (database: Database, config: Config, person: FirstOwner): Promise<Bootstrapped> =>
  withAdvisoryLock(database.directUrl, BOOTSTRAP_LOCK, () => makeFirstOwner(database, config, person));

async function makeFirstOwner(database: Database, config: Config, person: FirstOwner): Promise<Bootstrapped> {
  const domain = person.domain === undefined ? null : normalizeAccountDomain(person.domain);
  if (person.domain !== undefined && domain === null)
    throw new UsageError('--domain must be a domain such as example.com');
  if (normalizeEmail(person.email) === null)
    throw new UsageError('--email must be an e-mail address of at most 254 characters');
  if (person.organization.trim() === '' || !isName(person.organization) || !isSeen(person.organization))
    throw new UsageError(
      '--organization must be a name on one line, without a web address or characters that are not seen',
    );
  const em = database.orm.em.fork();
  await refuseOwned(em);
  const present = await findAccountByEmail(em, person.email);
  refuseUnverified(present, person.email);
  const password = present ? null : newPassword();
  const userId =
    present?.id ??
    (await signInOf(database, config).register({
      email: person.email,
      password: password ?? '',
      name: person.name,
    }));
  const organizationId = await em.transactional(async (tx) => {
    const now = new Date();
    const organization = tx.create(Organization, {
      id: newUuid(),
      name: person.organization,
      domain,
      domainChallenge: domain === null ? null : newChallenge(),
      domainVerifiedAt: null,
      createdAt: now,
    });
    tx.create(Member, { organization, userId, role: MemberRole.owner, createdAt: now });
    if (!present) await tx.execute('update auth."user" set "emailVerified" = true where id = ?', [userId]);
    await tx.flush();
    const changes: Record<string, [unknown, unknown]> = {
      name: [null, person.organization],
      owner: [null, publicId('usr', userId)],
    };
    await recordAudit(tx, now, {
      chain: organizationChain(organization.id),
      actor: OPERATOR,
      action: 'organization.bootstrap',
      resource: 'organization',
      resourceId: publicId('org', organization.id),
      changes,
    });
    return publicId('org', organization.id);
  });
  return { organizationId, email: present?.email ?? storedEmail(person.email), password };
}

/** Gives an account a new password, which is shown once, and ends its sessions; audited. An address that was not verified stays so. */
export async function resetPassword(
  database: Database,
  config: Config,
  email: string,
  reason: string | undefined,
): Promise<{ email: string; password: string }> {
  const account = await requireAccount(database.orm.em.fork(), email);
  const password = newPassword();
  await signInOf(database, config).setPassword(account.id, password, { actor: OPERATOR, reason });
  return { email: account.email, password };
}

/** Takes the second factor off an account in an operator's name; audited. Answers how many sessions ended. */
export async function resetSecondFactor(
  { orm }: Database,
  email: string,
  reason: string | undefined,
): Promise<{ email: string; sessions: number }> {
  const em = orm.em.fork();
  const account = await requireAccount(em, email);
  const sessions = await resetFactor(em, openLog('silent'), { userId: account.id, at: new Date(), reason });
  return { email: account.email, sessions };
}

/** Grants or takes the platform's reviewer role; audited in the platform's chain. Answers whether anything changed. */
export async function setReviewer(
  { orm }: Database,
  email: string,
  reviewer: boolean,
  reason: string | undefined,
): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    const account = await requireAccount(em, email);
    if (reviewer) refuseUnverified(account, email);
    const { id } = account;
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

/** The bare id behind `org_…`, or a refusal. */
export function organizationUuid(id: string): string {
  const uuid = readId('org', id);
  if (uuid === null) throw new UsageError('--organization must be an id that begins with org_');
  return uuid;
}
