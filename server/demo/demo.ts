import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  Credential,
  findAccountByEmail,
  hashToken,
  isLiveHash,
  Member,
  MemberRole,
  newChallenge,
  Organization,
  PlanId,
  Product,
  ProductName,
  ProductStatus,
  ProductType,
  SCOPES,
  storeEnterpriseKey,
  storeTrackingKey,
  storeWorkflowToken,
} from '../accounts/index.js';
import type { App } from '../app/app.js';
import type { Database } from '../app/database.js';
import type { Config } from '../platform/config.js';
import { withAdvisoryLock } from '../platform/database/orm.js';
import { newUuid, publicId, storedUuid } from '../platform/ids.js';
import { Mail } from '../platform/mail/mail.entity.js';
import { prepareDemoOffer } from './offer.prepare.js';
import { type DemoProject, prepareDemoProject } from './project.prepare.js';

interface DemoUser {
  email: string;
  password: string;
}

/** The facts that a newcomer, a test or a script needs; the content of DATA_DIR/credentials.json (decisions §11). */
export interface DemoCredentials extends DemoProject {
  baseUrl: string;
  users: { owner: DemoUser; builder: DemoUser; reviewer: DemoUser; secondReviewer: DemoUser; freePlanOwner: DemoUser };
  organizationId: string;
  productId: string;
  trackingKey: string;
  ignored: { productId: string; trackingKey: string };
  workflowToken: string;
  enterpriseKey: string;
  /** An agent key of the product below, whose organization has the free plan. */
  freePlanEnterpriseKey: string;
  freePlanProductId: string;
  expiredWorkflowToken: string;
  revokedWorkflowToken: string;
  otherTenant: { trackingKey: string; productId: string; workflowToken: string };
}

const DEMO_LOCK = 7_243_002;
const DAY_MS = 24 * 60 * 60 * 1000;
/** As long as an agent key can be valid (decisions §9). */
const AGENT_KEY_DAYS = 90;

/** Organizations of the demo by their names; all of their events are labelled sample. */
const ORGANIZATION = 'Demo Company';
const OTHER_ORGANIZATION = 'Other Demo Company';
const FREE_ORGANIZATION = 'Free Demo Company';

/**
 * Makes the demo organizations, people and keys once. Secrets cannot be read back, so when the credentials file is gone all of them
 * are created again and the old ones revoked.
 */
export async function prepareDemo(app: App, database: Database, config: Config): Promise<DemoCredentials> {
  return withAdvisoryLock(database.directUrl, DEMO_LOCK, async () => {
    const file = path.join(config.dataDir, 'credentials.json');
    const stored = await readStoredCredentials(file, app.platform.em());
    const created: StoredDemo = stored ? { ...stored, baseUrl: config.baseUrl } : await createDemo(app, config);
    const agents = await prepareDemoAgents(app, created);
    const { clock, em } = app.platform;
    await prepareDemoOffer(em(), clock.now(), storedUuid('org', created.organizationId));
    app.parts.catalog.changed();
    const builder = await userIdOf(em(), created.users.builder.email);
    const catalog = await app.parts.catalog.read();
    const credentials = {
      ...created,
      ...agents,
      ...(await prepareDemoProject(em(), catalog, clock.now(), builder, created)),
    };
    mkdirSync(config.dataDir, { recursive: true });
    writeFileSync(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return credentials;
  });
}

type DemoAgents = Pick<DemoCredentials, 'enterpriseKey' | 'freePlanEnterpriseKey' | 'freePlanProductId'>;
type DemoUsers = DemoCredentials['users'];
/** The part that is made first; the rest is added to it. */
type DemoBasis = Omit<DemoCredentials, keyof DemoProject | keyof DemoAgents | 'users'> & {
  users: Omit<DemoUsers, 'freePlanOwner'> & Partial<DemoUsers>;
};

/** The content of the file: an older release wrote less. */
type StoredDemo = DemoBasis & Partial<DemoProject & DemoAgents>;

async function readStoredCredentials(file: string, em: EntityManager): Promise<StoredDemo | null> {
  if (!existsSync(file)) return null;
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as DemoCredentials;
    return (await isLiveHash(em, hashToken(stored.trackingKey))) ? stored : null;
  } catch {
    return null; // an unreadable file is as good as none
  }
}

async function userIdOf(em: EntityManager, email: string): Promise<string> {
  const user = await findAccountByEmail(em, email);
  if (!user) throw new Error(`the demo has no ${email}`);
  return user.id;
}

async function createDemo(app: App, config: Config): Promise<DemoBasis> {
  const { clock } = app.platform;
  const now = clock.now();
  const users = {
    owner: await demoUser(app, 'owner', false),
    builder: await demoUser(app, 'builder', false),
    reviewer: await demoUser(app, 'reviewer', true),
    secondReviewer: await demoUser(app, 'second-reviewer', true),
  };
  return app.platform.em().transactional(async (em) => {
    const organizations = await em.find(Organization, { dataLabel: 'sample' }, { fields: ['id'] });
    await em.nativeUpdate(
      Credential,
      {
        revokedAt: null,
        $or: [
          { organizationId: { $in: organizations.map(({ id }) => id) } },
          { userId: { $in: Object.values(users).map(({ id }) => id) } },
        ],
      },
      { revokedAt: now },
    );
    const own = await demoOrganization(em, ORGANIZATION, 'demo-company.example', users.owner.id, now);
    const other = await demoOrganization(em, OTHER_ORGANIZATION, 'other-demo.example', null, now);
    const api = await demoProduct(em, own, 'demo-api', 'Demo API', ProductStatus.registered);
    const old = await demoProduct(em, own, 'demo-legacy', 'Demo Legacy', ProductStatus.ignored);
    const foreign = await demoProduct(em, other, 'other-api', 'Other API', ProductStatus.registered);
    const key = async (product: Product): Promise<string> => {
      const created = await storeTrackingKey(em, {
        organizationId: product.organization.id,
        productUuid: product.id,
        name: 'Demo key',
        createdBy: null,
        createdAt: now,
      });
      if (!created) throw new Error('the demo product has no free key slot');
      return created.token;
    };
    const workflowToken = async (
      owner: MadeUser,
      name: string,
      days: number,
      ended: { revokedAt?: Date } = {},
    ): Promise<string> => {
      const expiresAt = new Date(now.getTime() + days * DAY_MS);
      const created = { userId: owner.id, name, scopes: SCOPES, projectId: null, createdAt: now, expiresAt, ...ended };
      return (await storeWorkflowToken(em, created)).token;
    };
    return {
      baseUrl: config.baseUrl,
      users: {
        owner: signIn(users.owner),
        builder: signIn(users.builder),
        reviewer: signIn(users.reviewer),
        secondReviewer: signIn(users.secondReviewer),
      },
      organizationId: publicId('org', own),
      productId: api.productId,
      trackingKey: await key(api),
      ignored: { productId: old.productId, trackingKey: await key(old) },
      workflowToken: await workflowToken(users.builder, 'Demo token', 90),
      expiredWorkflowToken: await workflowToken(users.builder, 'Expired demo token', -1),
      revokedWorkflowToken: await workflowToken(users.builder, 'Revoked demo token', 90, { revokedAt: now }),
      otherTenant: {
        trackingKey: await key(foreign),
        productId: foreign.productId,
        workflowToken: await workflowToken(users.secondReviewer, 'Other demo token', 90),
      },
    };
  });
}

type MadeUser = DemoUser & { id: string };
const signIn = ({ email, password }: MadeUser): DemoUser => ({ email, password });

/** Signs a demo person up through the public endpoint, or gives an existing one a new password and ends their sessions. */
async function demoUser(app: App, name: string, reviewer: boolean): Promise<MadeUser> {
  const email = `${name}@demo.example`;
  const password = randomBytes(15).toString('base64url');
  const em = app.platform.em();
  await em.execute(
    'delete from auth."user" u where email = ? and not exists (select 1 from member m where m.user_id = u.id)',
    [email],
  );
  const existing = await findAccountByEmail(em, email);
  const id = existing?.id ?? (await app.parts.signIn.register({ email, password, name: titleOf(name) }));
  if (existing) await app.parts.signIn.setPassword(id, password, { actor: 'operator' });
  await em.execute('update auth."user" set "emailVerified" = true, reviewer = ? where id = ?', [reviewer, id]);
  await em.nativeDelete(Mail, { recipient: email });
  return { email, password, id };
}

const titleOf = (name: string): string => `Demo ${name.replace('-', ' ')}`;

async function demoOrganization(
  em: EntityManager,
  name: string,
  domain: string,
  ownerId: string | null,
  now: Date,
): Promise<string> {
  const found = await em.findOne(Organization, { name, dataLabel: 'sample' });
  const organization =
    found ??
    em.create(Organization, {
      id: newUuid(),
      name,
      domain,
      domainChallenge: newChallenge(),
      domainVerifiedAt: null,
      dataLabel: 'sample',
      createdAt: now,
    });
  await em.flush();
  if (ownerId && !(await em.findOne(Member, { organization, userId: ownerId })))
    em.create(Member, { organization, userId: ownerId, role: MemberRole.owner, createdAt: now });
  await em.flush();
  return organization.id;
}

async function demoProduct(
  em: EntityManager,
  organizationId: string,
  productId: string,
  name: string,
  status: ProductStatus,
): Promise<Product> {
  const found = await em.findOne(Product, { organization: organizationId, productId });
  if (found) return found;
  const product = em.create(Product, {
    organization: organizationId,
    id: newUuid(),
    productId,
    name,
    type: ProductType.api,
    status,
    version: 1,
  });
  await em.flush();
  em.create(ProductName, { organizationId, name: productId, productUuid: product.id });
  await em.flush();
  return product;
}

/**
 * Makes an agent key of the demo product, whose organization gets the paid plan, and one of a product of an organization with the free plan.
 * Both are made once: an older release wrote neither the second one nor the creator of the first.
 */
async function prepareDemoAgents(app: App, demo: StoredDemo): Promise<DemoAgents & Pick<DemoCredentials, 'users'>> {
  const { enterpriseKey, freePlanEnterpriseKey, freePlanProductId, users, organizationId, productId } = demo;
  const { freePlanOwner: known } = users;
  if (enterpriseKey && freePlanEnterpriseKey && freePlanProductId && known)
    return { enterpriseKey, freePlanEnterpriseKey, freePlanProductId, users: { ...users, freePlanOwner: known } };
  const now = app.platform.clock.now();
  const organizationUuid = storedUuid('org', organizationId);
  const owner = await userIdOf(app.platform.em(), users.owner.email);
  const freePlanOwner = await demoUser(app, 'free-plan-owner', false);
  return app.platform.em().transactional(async (em) => {
    const organization = await em.findOneOrFail(Organization, { id: organizationUuid });
    Object.assign(organization, { plan: PlanId.paid, planSince: now, planGrantedBy: 'demo' });
    const api = await em.findOneOrFail(Product, { organization: organizationUuid, productId });
    const free = await demoOrganization(em, FREE_ORGANIZATION, 'free-demo.example', freePlanOwner.id, now);
    const freeApi = await demoProduct(em, free, 'free-api', 'Free API', ProductStatus.registered);
    const key = async (product: Product, createdBy: string): Promise<string> => {
      const { token } = await storeEnterpriseKey(em, {
        organizationId: product.organization.id,
        productUuid: product.id,
        name: 'Demo agent',
        createdBy,
        createdAt: now,
        expiresAt: new Date(now.getTime() + AGENT_KEY_DAYS * DAY_MS),
      });
      return token;
    };
    return {
      users: { ...users, freePlanOwner: signIn(freePlanOwner) },
      enterpriseKey: await key(api, owner),
      freePlanEnterpriseKey: await key(freeApi, freePlanOwner.id),
      freePlanProductId: freeApi.productId,
    };
  });
}
