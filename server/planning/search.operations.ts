import {
  type CatalogSnapshot,
  facetsOf,
  loadLexicon,
  normalizedFilters,
  refuseUnknownCategories,
  startOfDay,
} from '../directory/index.js';
import { ANY_KIND } from '../platform/context.js';
import { endIfNotModified } from '../platform/http/conditional-get.js';
import { operation } from '../platform/operation.js';
import { runYielding, yieldToEventLoop } from '../platform/yield.js';
import { normalizedIntent, noticesOf, readIntent } from './intent.rules.js';
import type { PlanningContext } from './planning.open.js';
import {
  capabilitiesOf,
  describeGaps,
  describeStack,
  digestOf,
  gapsOf,
  gapsToCount,
  type Scene,
} from './stack.describe.js';
import type { BuildSearch, BuildSearchArgs, Recommendation, StackGap } from './stack.types.js';
import { composeStacks } from './stack-compose.rules.js';
import { findParts } from './stack-parts.find.js';

/** Changes when the same catalog and intent get another answer: it is part of every ETag. */
const ANSWER_VERSION = 3;

/**
 * Different stacks for an intent, each choice with its reasons and a gap wherever no good tool is known (decisions
 * §3). Reads memory alone and stores nothing; the receipt is signed.
 */
export const buildSearch = operation(
  { name: 'buildSearch', who: ANY_KIND, limit: 'build-search', cost: 2_400 },
  async function buildSearch(ctx: PlanningContext, args: BuildSearchArgs): Promise<BuildSearch> {
    const { catalog, gaps, receipts } = ctx.parts;
    const { baseUrl } = ctx.platform.config;
    const now = ctx.platform.clock.now();
    const { intent: text, limit, ...rest } = args;
    const query = normalizedIntent(text);
    const filters = normalizedFilters(rest);
    const snapshot = await catalog.read();
    const { version, adoptionId } = snapshot;
    refuseUnknownCategories(snapshot, filters);
    const day = startOfDay(now).getTime();
    endIfNotModified(ctx, [
      'build-search',
      ANSWER_VERSION,
      loadLexicon().version,
      baseUrl,
      version,
      adoptionId,
      day,
      query,
      filters,
      limit,
    ]);
    await yieldToEventLoop(ctx);
    const bare = { filters, limit, snapshot, now, baseUrl };
    const { answer, digest, open } = await runYielding(answerInSteps(query, bare));
    gaps.add(gapsToCount(open), now);
    const receipt = receipts.sign(
      {
        kind: 'build_search',
        query,
        constraints: filters,
        catalogVersion: snapshot.version,
        resultDigest: digest,
      },
      now,
      snapshot.changedAt,
    );
    return { receipt, ...answer };
  },
);

interface Search {
  readonly filters: Readonly<Record<string, string[]>>;
  readonly limit: number;
  readonly snapshot: CatalogSnapshot;
  readonly now: Date;
  readonly baseUrl: string;
}

/** Composes the answer in steps: a long intent with twenty stacks takes a tenth of a second, and others wait for one step of it alone. */
function* answerInSteps(
  query: string,
  { filters, limit, snapshot, now, baseUrl }: Search,
): Generator<void, { answer: Omit<BuildSearch, 'receipt'>; digest: string; open: StackGap[] }> {
  const intent = readIntent(query, snapshot);
  yield;
  const parts = yield* findParts(intent, { filters, exclude: new Set(intent.unwanted), prefer: [] }, snapshot, now);
  yield;
  const scene: Scene = { intent, parts, snapshot, now, baseUrl };
  const stacks: Recommendation[] = [];
  for (const stack of composeStacks(parts, limit)) {
    stacks.push(describeStack(stack, scene));
    yield;
  }
  const gaps = gapsOf(parts, intent);
  const eligible = new Set(parts.flatMap(({ candidates }) => candidates.map(({ tool }) => tool.id)));
  const answer = {
    capabilities: capabilitiesOf(parts),
    recommendations: stacks.length === 0 && gaps.length > 0 ? [describeGaps(gaps)] : stacks,
    facets: facetsOf(
      [...eligible].map((id) => ({ id, score: 0, reasons: [] })),
      snapshot,
      now,
    ),
    notices: noticesOf(intent, parts, []),
    saved: false,
  };
  yield;
  const digest = yield* digestOf(answer);
  yield;
  return { answer, digest, open: gaps };
}
