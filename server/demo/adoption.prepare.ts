import type { EntityManager } from '@mikro-orm/postgresql';
import {
  findAccountByEmail,
  Member,
  MemberRole,
  Organization,
  Product,
  ProductName,
  ProductStatus,
  ProductType,
} from '../accounts/index.js';
import { publishSampleAdoption } from '../adoption/index.js';
import type { App } from '../app/app.js';
import { ProductTool, storeSampleTools } from '../directory/index.js';
import { newUuid } from '../platform/ids.js';
import { storeSampleEvents } from '../tracking/index.js';
import { sampleEventsAt, sampleProducts } from './adoption.sample.js';

/** Apart from the demo company, in which a newcomer's own events arrive. */
const NAME = 'Sample Company';
const DOMAIN = 'sample-company.example';
const MINUTE_MS = 60_000;

/**
 * Gives a newcomer something to look at: a company of made-up tools with two months of made-up events, labelled sample and never ranked, in
 * public adoption and on the pages of a company. It is made once, and the demo's owner is a member.
 */
export async function prepareDemoAdoption(
  { platform, parts }: App,
  directUrl: string,
  ownerEmail: string,
): Promise<void> {
  const { em, clock } = platform;
  const owner = await findAccountByEmail(em(), ownerEmail);
  if (!owner) throw new Error('the demo has no owner');
  const at = clock.now();
  const made = await em().transactional((tx) => storeSample(tx, at, owner.id));
  if (made === null) return;
  await publishSampleAdoption(em, directUrl, made, at);
  parts.catalog.changed();
  parts.publishedAdoption.changed();
}

/** A time before every other membership: a person lands in the organization of the first, and the sample data is to be seen at once. */
async function beforeOthers(tx: EntityManager, userId: string, at: Date): Promise<Date> {
  const first = await tx.findOne(Member, { userId }, { orderBy: { createdAt: 'asc' } });
  return first ? new Date(first.createdAt.getTime() - 1) : at;
}

/** The company with its tools, products, links and events; answers its id, or null where it is there. */
async function storeSample(tx: EntityManager, at: Date, ownerId: string): Promise<string | null> {
  if (await tx.findOne(Organization, { name: NAME, dataLabel: 'sample' })) return null;
  const organizationId = newUuid();
  tx.create(Organization, {
    id: organizationId,
    name: NAME,
    domain: DOMAIN,
    domainVerifiedAt: at,
    dataLabel: 'sample',
    createdAt: at,
  });
  await tx.flush();
  tx.create(Member, {
    organization: organizationId,
    userId: ownerId,
    role: MemberRole.owner,
    createdAt: await beforeOthers(tx, ownerId, at),
  });
  const tools = await storeSampleTools(tx, at, sampleProducts);
  const uuids = new Map<string, string>();
  for (const { slug, name } of sampleProducts) {
    const id = newUuid();
    uuids.set(slug, id);
    tx.create(Product, {
      organization: organizationId,
      id,
      productId: slug,
      name,
      type: ProductType.api,
      status: ProductStatus.registered,
      version: 1,
    });
    await tx.flush();
    tx.create(ProductName, { organizationId, name: slug, productUuid: id });
    const tool = tools.get(slug);
    if (!tool) throw new Error(`the catalog has no sample tool ${slug}`);
    tx.create(ProductTool, {
      organization: organizationId,
      productUuid: id,
      tool,
      linkedAt: at,
      linkedBy: ownerId,
      domain: DOMAIN,
    });
    await tx.flush();
  }
  await storeSampleEvents(tx, organizationId, uuids, sampleEventsAt(at), new Date(at.getTime() - MINUTE_MS));
  return organizationId;
}
