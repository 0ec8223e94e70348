import { ANY_KIND } from '../../platform/context.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { operation } from '../../platform/operation.js';
import { yieldToEventLoop } from '../../platform/yield.js';
import { startOfDay, type Tool } from '../catalog/index.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import type { CatalogSnapshot } from './catalog.open.js';
import { ANSWER_VERSION, foundBy, readQuestionReading } from './directory.operations.js';
import { keepMatching, normalizedFilters, refuseUnknownCategories } from './directory-answer.rules.js';
import { type Exclusion, filterExclusion, notedExclusion, unseenExclusion } from './explanation.rules.js';
import type { ExplainResultArgs, ResultExplanation } from './explanation.types.js';
import { loadLexicon } from './lexicon.load.js';
import { restOfOfferQuestion } from './offer-question.rules.js';

/**
 * The place of a tool in the answer to a question, or the rule that left it out. The answer and the rule come from the search itself, which
 * notes as it goes what it leaves out.
 */
export const explainResult = operation(
  { name: 'explainResult', who: ANY_KIND, limit: 'public-read', cost: 2_400 },
  async function explainResult(ctx: DirectoryRequestContext, args: ExplainResultArgs): Promise<ResultExplanation> {
    const now = ctx.platform.clock.now();
    const { q, tool: slug, ...rest } = args;
    const query = q.normalize('NFKC').trim();
    const filters = normalizedFilters(rest);
    const snapshot = await ctx.parts.catalog.read();
    const { version, adoptionId } = snapshot;
    refuseUnknownCategories(snapshot, filters);
    endIfNotModified(ctx, [
      'explain',
      ANSWER_VERSION,
      loadLexicon().version,
      version,
      adoptionId,
      startOfDay(now).getTime(),
      query,
      filters,
      slug,
    ]);
    await yieldToEventLoop(ctx);
    const tool = snapshot.bySlug.get(slug);
    const answers = foundBy(query, snapshot, now);
    const matching = keepMatching(answers, snapshot, filters, now);
    const place = matching.findIndex(({ id }) => id === tool?.id);
    const explained = {
      query,
      slug,
      name: tool?.name ?? null,
      total: matching.length,
      understood: await readQuestionReading(ctx, query),
    };
    const entry = matching[place];
    if (tool && entry)
      return {
        ...explained,
        position: place + 1,
        reasons: [...entry.reasons],
        leftOutBy: null,
        detail: `${tool.name} is number ${place + 1} of the ${matching.length} that the question finds.`,
      };
    const found = answers.find(({ id }) => id === tool?.id);
    const exclusion = !tool
      ? notListed
      : ((found && filterExclusion(found, snapshot, filters, now)) ?? exclusionOf(tool, query, snapshot));
    return { ...explained, position: null, reasons: [], ...exclusion };
  },
);

const notListed: Exclusion = { leftOutBy: 'not_listed', detail: 'The directory lists no tool under this name.' };

/** The rule by which the search left a tool out, out of its own notes. */
function exclusionOf(tool: Tool, query: string, snapshot: CatalogSnapshot): Exclusion {
  const rest = restOfOfferQuestion(query);
  const question = rest ?? query;
  const { found, trace } = snapshot.search.trace(question);
  if (rest !== null && (found.length === 0 || found.some(({ id }) => id === tool.id)))
    return {
      leftOutBy: 'no_offer',
      detail: `The question asks what providers give away, and no live offer of ${tool.name} is known.`,
    };
  const noted = trace.leftOut.get(tool.id);
  return noted
    ? notedExclusion(noted, question, tool)
    : unseenExclusion(trace, found, snapshot.search.read(question), snapshot, tool, loadLexicon().titles);
}
