import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { Fault } from '../../platform/fault.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { cursorInAnswer, placeInAnswer, startAfter } from '../../platform/paging/page.question.js';
import { yieldToEventLoop } from '../../platform/yield.js';
import { provenWeight, startOfDay } from '../catalog/index.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import type {
  CapabilityList,
  DirectoryContext,
  DirectoryContextArgs,
  DirectoryTool,
  QuestionReading,
  ToolArgs,
} from '../directory.types.js';
import type { CatalogSnapshot } from './catalog.open.js';
import {
  describeTool,
  facetsOf,
  keepMatching,
  normalizedFilters,
  refuseUnknownCategories,
} from './directory-answer.rules.js';
import { loadLexicon, readLexicon } from './lexicon.load.js';
import type { LexiconFile } from './lexicon.schema.js';
import type { Found } from './search-index.build.js';

/** Changes when the same catalog and question get another answer: it is part of every ETag. */
export const ANSWER_VERSION = 2;

/**
 * The tools that answer a question, best first, with facets over everything that was found (decisions §3). An empty question answers
 * the best-proven tools. Reads memory alone and stores nothing; the receipt is signed.
 */
export const readDirectoryContext = operation(
  { name: 'directoryContext', who: ANY_KIND, limit: 'public-read' },
  async function directoryContext(ctx: DirectoryRequestContext, args: DirectoryContextArgs): Promise<DirectoryContext> {
    const { catalog, receipts } = ctx.parts;
    const { baseUrl } = ctx.platform.config;
    const now = ctx.platform.clock.now();
    const { cursor, limit, q, ...rest } = args;
    const query = q.normalize('NFKC').trim();
    const filters = normalizedFilters(rest);
    const question = digest([query, filters]).slice(0, 16);
    const place = placeInAnswer(cursor, question);
    const snapshot = await catalog.read();
    const { version, adoptionId } = snapshot;
    refuseUnknownCategories(snapshot, filters);
    endIfNotModified(ctx, [
      'directory',
      ANSWER_VERSION,
      loadLexicon().version,
      baseUrl,
      version,
      adoptionId,
      startOfDay(now).getTime(),
      query,
      filters,
      limit,
      cursor ?? null,
    ]);
    await yieldToEventLoop(ctx);
    const found = query === '' ? bestProven(snapshot, now) : snapshot.search.find(query);
    const matching = keepMatching(found, snapshot, filters, now);
    const start = startAfter(matching, ({ id }) => id, place);
    const page = matching.slice(start, start + limit);
    const last = page.at(-1);
    const answer = {
      total: matching.length,
      nextCursor:
        last && matching.length > start + limit
          ? cursorInAnswer(question, { offset: start + page.length, id: last.id })
          : null,
      tools: page.flatMap(({ id, reasons }, index) => {
        const tool = snapshot.tools.get(id);
        const rank = { position: start + index + 1, reasons: [...reasons] };
        return tool ? [{ ...describeTool(tool, snapshot, now, baseUrl), rank }] : [];
      }),
      facets: facetsOf(matching, snapshot, now),
    };
    const receipt = receipts.sign(
      {
        kind: 'directory',
        query,
        constraints: filters,
        catalogVersion: snapshot.version,
        resultDigest: `sha256:${createHash('sha256')
          .update(canonicalize(answer) ?? '')
          .digest('hex')}`,
      },
      now,
      snapshot.changedAt,
    );
    const { id, asOf, expiresAt, resultDigest } = receipt;
    return { receipt: { id, query, asOf, expiresAt, resultDigest }, asOf, ...answer };
  },
);

const digest = (value: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** Every tool, those with the most evidence first. */
const bestProven = (snapshot: CatalogSnapshot, now: Date): Found[] =>
  [...snapshot.tools.values()]
    .map((tool) => ({ tool, proofs: snapshot.proofOf(tool, now) }))
    .map(({ tool, proofs }) => ({ tool, proofs, score: provenWeight(tool, proofs) }))
    .toSorted((a, b) => b.score - a.score || (a.tool.slug < b.tool.slug ? -1 : 1))
    .map(({ tool, proofs, score }) => ({ id: tool.id, score, reasons: proofs.length > 0 ? ['well proven'] : [] }));

/** How a question of the directory was read. It is asked for beside an answer, which was counted. */
export async function readQuestionReading(
  { parts }: DirectoryRequestContext,
  question: string,
): Promise<QuestionReading> {
  const { search } = await parts.catalog.read();
  const { capabilities, words } = search.read(question).analysis;
  const { titles } = loadLexicon();
  return {
    needs: capabilities.map(({ id, phrase }) => ({ id, title: titles.get(id) ?? id, phrase })),
    words: [...new Set(words)],
  };
}

/** One listed tool by its slug. */
export const readTool = operation(
  { name: 'tool', who: ANY_KIND, limit: 'public-read' },
  async function tool({ parts, platform }: DirectoryRequestContext, { slug }: ToolArgs): Promise<DirectoryTool> {
    const snapshot = await parts.catalog.read();
    const tool = snapshot.bySlug.get(slug);
    if (!tool) throw new Fault('NOT_FOUND', { say: 'There is no such tool.' });
    return describeTool(tool, snapshot, platform.clock.now(), platform.config.baseUrl);
  },
);

/** Enough to recognize a capability; all of them together fit into one answer of MCP (decisions §9). */
const EXAMPLES_MAX = 3;

let listed: CapabilityList | null = null;

/** The capabilities of the published lexicon in its order, for anyone. */
export const listCapabilities = operation(
  { name: 'capabilities', who: ANY_KIND, limit: 'public-read' },
  async function capabilities(_ctx, _input: Record<string, never>): Promise<CapabilityList> {
    listed ??= capabilitiesOf(readLexicon());
    return listed;
  },
);

const capabilitiesOf = ({ version, capabilities }: LexiconFile): CapabilityList => ({
  version,
  capabilities: capabilities.map(({ id, title, phrases }) => ({
    id,
    title,
    examples: phrases.filter((phrase) => !/[~=]/.test(phrase) && phrase !== title.toLowerCase()).slice(0, EXAMPLES_MAX),
  })),
});
