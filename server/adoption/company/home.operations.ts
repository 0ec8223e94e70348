import {
  type EndingKey,
  findEndingKeys,
  findTrackingKeys,
  type Product,
  ProductStatus,
  readProducts,
  type TrackingKey,
} from '../../accounts/index.js';
import { operation } from '../../platform/operation.js';
import { readRefusedByCode } from '../../tracking/index.js';
import { daysOf, precedingWindow, windowEndingAt } from '../day.rules.js';
import type { AdoptionTotals } from './company-adoption.types.js';
import { readInScope } from './company-scope.query.js';
import { readDays } from './counts.query.js';
import {
  type Attention,
  AttentionKind,
  type CompanyHome,
  type CompanyHomeArgs,
  type RefusedOfCode,
} from './home.types.js';
import { readCoverage, readProductActivity } from './product-activity.query.js';
import { readTotals, unknownShares } from './totals.query.js';

const DAY_MS = 86_400_000;
const UNUSED_DAYS = 30;
/** How many codes ask for a look; the list of all of them stands beside. */
const CODES_MAX = 3;

/**
 * Shows arrivals and changes, in as many statements for a hundred products as for one. Numbers come from the rollups and from the exact
 * counters of refused events, never from the log of answers, which drops some in a burst.
 */
export const readCompanyHome = operation(
  { name: 'companyHome', who: ['session'], limit: 'workflow', cost: 500 },
  function companyHome(ctx, { organizationId, productId, days }: CompanyHomeArgs): Promise<CompanyHome> {
    const now = ctx.platform.clock.now();
    const today = now.toISOString().slice(0, 10);
    const window = windowEndingAt(today, days);
    return readInScope(ctx, { organizationId, productId, ...window }, async (em, scope) => {
      const { productUuids } = scope;
      const totals = await readTotals(em, scope, window);
      const previous = await readTotals(em, scope, precedingWindow(window));
      const codes = await readRefusedByCode(em, organizationId, productUuids, window);
      const refusedByCode = codes.map((one) => ({
        ...one,
        share: totals.refused === null ? null : one.refused / (totals.refused + totals.events),
      }));
      const activity = await readProductActivity(em, organizationId, productUuids, today);
      const keys = await findTrackingKeys(em, organizationId);
      const products = (await readProducts(em, organizationId, (of) => of.orderBy('product_id')))
        .filter(({ id }) => productUuids.includes(id))
        .map((product) => ({ product, keys: keys.filter((key) => isLiveKeyOf(product, key)) }));
      const inScope = new Set(products.map(({ product }) => product.productId));
      const endingKeys = (await findEndingKeys(em, organizationId, now)).filter((key) =>
        inScope.has(key.productId ?? ''),
      );
      return {
        scope: { organizationId, productId: productId ?? null, family: null },
        window: { ...window, days: daysOf(window) },
        asOf: scope.asOf,
        label: scope.label,
        hasEvents: [...activity.values()].some(({ lastEventAt }) => lastEventAt !== null),
        totals,
        previous: isEmpty(previous) ? null : previous,
        nulls: unknownShares(totals, 'totals'),
        days: await readDays(em, scope, today),
        refusedByCode,
        products: products.map(({ product: { id, productId, name, status }, keys: live }) => ({
          productId,
          name,
          status,
          liveKeys: live.length,
          ...(activity.get(id) ?? { lastEventAt: null, lastEventName: null, events7d: 0 }),
        })),
        coverage: await readCoverage(em, organizationId, productUuids, today),
        attention: [
          ...products.flatMap(({ product, keys: live }) => attentionOfProduct(product, live.length)),
          ...products.flatMap(({ keys: live }) => live.filter((key) => isUnused(key, now)).map(attentionOfKey)),
          ...endingKeys.map(attentionOfEnding),
          ...refusedByCode.slice(0, CODES_MAX).map(attentionOfCode),
        ],
      };
    });
  },
);

const isEmpty = ({ events, refused }: AdoptionTotals): boolean => events === 0 && !refused;

const isLiveKeyOf = (product: Pick<Product, 'productId'>, { productId, revokedAt }: TrackingKey): boolean =>
  productId === product.productId && revokedAt === null;

const isUnused = ({ lastUsedAt, createdAt }: TrackingKey, now: Date): boolean =>
  now.getTime() - (lastUsedAt ?? createdAt).getTime() > UNUSED_DAYS * DAY_MS;

const NOTHING = {
  productId: null,
  trackingKeyId: null,
  name: null,
  code: null,
  count: null,
  lastUsedAt: null,
  expiresAt: null,
};

type ShownProduct = Pick<Product, 'productId' | 'name' | 'status'>;

function attentionOfProduct({ productId, name, status }: ShownProduct, liveKeys: number): Attention[] {
  if (status === ProductStatus.ignored) return [{ ...NOTHING, kind: AttentionKind.product_ignored, productId, name }];
  return liveKeys > 0 ? [] : [{ ...NOTHING, kind: AttentionKind.product_without_key, productId, name }];
}

const attentionOfKey = ({ id, productId, name, lastUsedAt }: TrackingKey): Attention => ({
  ...NOTHING,
  kind: AttentionKind.key_unused,
  productId,
  trackingKeyId: id,
  name,
  lastUsedAt,
});

const attentionOfEnding = ({ productId, name, expiresAt }: EndingKey): Attention => ({
  ...NOTHING,
  kind: AttentionKind.agent_key_ending,
  productId,
  name,
  expiresAt,
});

const attentionOfCode = ({ code, refused }: RefusedOfCode): Attention => ({
  ...NOTHING,
  kind: AttentionKind.events_refused,
  code,
  count: refused,
});
