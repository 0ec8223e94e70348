import { createHash, randomBytes } from 'node:crypto';
import { generateToken } from '../../server/accounts/index.js';
import type { TestApp } from './app.js';
import { signIn } from './ask.js';
import { query } from './database.js';
import { giveRole, makePerson, type Person } from './people.js';

/** How a caller shows who it is. */
export interface Caller {
  readonly token?: string;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
}

/** Everyone who may knock, by name; people are members of the demo organization except the stranger. */
export const callerNames = [
  'anonymous',
  'owner',
  'admin',
  'member',
  'reader',
  'stranger',
  'crossOrigin',
  'workflowToken',
  'expiredToken',
  'revokedToken',
  'trackingKey',
  'revokedKey',
  'foreignKey',
  'enterpriseKey',
  'reviewer',
] as const;
export type CallerName = (typeof callerNames)[number];

export interface Cast {
  readonly callers: Record<CallerName, Caller>;
  readonly stranger: Person;
  /** A person without a session, to invite, promote and remove. */
  readonly extra: Person;
}

/** One credential of each kind and state, and one person of each role. */
export async function makeCast(app: TestApp): Promise<Cast> {
  const { credentials } = app;
  const [admin, member, reader, stranger, extra] = [
    await makePerson(app),
    await makePerson(app),
    await makePerson(app),
    await makePerson(app),
    await makePerson(app),
  ];
  await giveRole(app, credentials.organizationId, admin, 'admin');
  await giveRole(app, credentials.organizationId, member, 'member');
  await giveRole(app, credentials.organizationId, reader, 'reader');
  const owner = await signIn(app, credentials.users.owner);
  return {
    stranger,
    extra,
    callers: {
      anonymous: {},
      owner: { cookie: owner },
      admin: { cookie: admin.cookie },
      member: { cookie: member.cookie },
      reader: { cookie: reader.cookie },
      stranger: { cookie: stranger.cookie },
      crossOrigin: { cookie: owner, headers: { origin: 'https://elsewhere.example' } },
      workflowToken: { token: credentials.workflowToken },
      expiredToken: { token: credentials.expiredWorkflowToken },
      revokedToken: { token: credentials.revokedWorkflowToken },
      trackingKey: { token: credentials.trackingKey },
      revokedKey: { token: await revokedTrackingKey(app) },
      foreignKey: { token: credentials.otherTenant.trackingKey },
      enterpriseKey: { token: credentials.enterpriseKey },
      reviewer: { cookie: await signIn(app, credentials.users.reviewer) },
    },
  };
}

/** A key of the demo product that was live once. */
async function revokedTrackingKey(app: TestApp): Promise<string> {
  const token = generateToken('tracking_key');
  await query(
    app.databaseUrl,
    `insert into credential (id, kind, hash, hint, name, organization_id, product_uuid, slot, revoked_at)
     select gen_random_uuid(), kind, $2, 'dtk_…gone', 'revoked', organization_id, product_uuid, 1, now() from credential where hash = $1`,
    [createHash('sha256').update(app.credentials.trackingKey).digest(), createHash('sha256').update(token).digest()],
  );
  return token;
}

/** Sixteen random hexadecimal characters, for names that must not repeat. */
export const unique = (): string => randomBytes(8).toString('hex');
