import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { ANY_KIND } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
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
import type { Gap } from '../gap.entity.js';
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
import { type McpLine, mcpLineOf } from './mcp-server.rules.js';
import { offersForAudience, restOfOfferQuestion } from './offer-question.rules.js';
import type { Found } from './search-index.build.js';

/** Changes when the same catalog and question get another answer: it is part of every ETag. */
export const ANSWER_VERSION = 6;

/**
 * The tools that answer a question, best first, with facets over everything that was found (decisions §3). An empty question answers
 * the best-proven tools. Reads memory alone and stores nothing; the receipt is signed.
 */
export const readDirectoryContext = operation(
  { name: 'directoryContext', who: ANY_KIND, limit: 'public-read' },
  async function directoryContext(ctx: DirectoryRequestContext, args: DirectoryContextArgs): Promise<DirectoryContext> {
    const { catalog, gaps, receipts } = ctx.parts;
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
    const found = foundBy(query, snapshot, now);
    const matching = keepMatching(found, snapshot, filters, now);
    if (matching.length === 0) gaps.add(gapsIn(query, filters.category ?? [], snapshot), now);
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

/** Everything that a question finds before it is filtered, best first; an empty one finds the best-proven tools. */
export const foundBy = (query: string, snapshot: CatalogSnapshot, now: Date): Found[] =>
  query === '' ? bestProven(snapshot, now) : answersTo(query, snapshot, now);

/**
 * The tools that answer a question. One for credits is about offers: of the providers that it names, what has a live offer, and those that have
 * none, so that their row says so; else what answers the rest of the question and has a live offer.
 */
function answersTo(query: string, snapshot: CatalogSnapshot, now: Date): Found[] {
  const rest = restOfOfferQuestion(query);
  if (rest === null) return snapshot.search.find(query);
  const named = snapshot.search.families(rest);
  const isLive = ({ id }: Found): boolean => snapshot.offersOf(id, now).length > 0;
  if (named.length > 0) {
    const rows = named.flatMap(({ id, family }): Found[] => {
      const own = [id, ...family.filter((other) => other !== id)].map(
        (one): Found => ({ id: one, score: 1, reasons: ['name match'] }),
      );
      const live = own.filter(isLive);
      return live.length > 0 ? live.map(withOffer) : own.slice(0, 1).map(withoutOffer);
    });
    return rows.filter(({ id }, at) => rows.findIndex((other) => other.id === id) === at);
  }
  const about = snapshot.search.find(rest).filter(isLive);
  const live = about.length > 0 ? about : bestProven(snapshot, now).filter(isLive);
  const textOf = ({ id }: Found): string =>
    snapshot
      .offersOf(id, now)
      .map(({ title, summary, requirements }) => [title, summary, ...requirements].join(' '))
      .join(' ');
  return offersForAudience(query, live, textOf).map(withOffer);
}

const withOffer = (found: Found): Found => ({ ...found, reasons: [...found.reasons, 'has a live offer'] });
const withoutOffer = (found: Found): Found => ({ ...found, reasons: [...found.reasons, 'no live offer is known'] });

/** The gaps of a question without an answer: the categories that it was limited to, else its needs; never its words. */
function gapsIn(query: string, categories: readonly string[], { search }: CatalogSnapshot): Gap[] {
  if (categories.length > 0) return categories.map((need) => ({ kind: 'category', need }));
  const { capabilities } = search.read(query).analysis;
  if (capabilities.length === 0) return [{ kind: 'not_understood', need: '' }];
  return capabilities.map(({ id }) => ({ kind: 'capability', need: id }));
}

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

/** How a host connects to the MCP server of a listed tool; null where nothing says so. */
export async function readToolMcp({ parts }: DirectoryRequestContext, slug: string): Promise<McpLine | null> {
  const tool = (await parts.catalog.read()).bySlug.get(slug);
  return tool ? mcpLineOf(tool) : null;
}

/** Enough to recognize a capability; all of them together fit into one answer of MCP (decisions §9). */
const EXAMPLES_MAX = 2;

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
    // The shortest: the whole list has to fit into one answer of a tool.
    examples: phrases
      .filter((phrase) => !/[~=]/.test(phrase) && phrase !== title.toLowerCase())
      .toSorted((a, b) => a.length - b.length)
      .slice(0, EXAMPLES_MAX),
  })),
});
