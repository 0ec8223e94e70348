import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import type { CatalogSnapshot, OfferFacts } from '../../directory/index.js';

/** Words that say nothing about an offer. */
const EMPTY_WORDS = new Set(
  'a an and any are as at by can for from get give gives have how i in is it me my of on or our some that the there to we what which who with you your'.split(
    ' ',
  ),
);

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly vendor: string;
  readonly tools: string;
  readonly summary: string;
  readonly topics: string;
  readonly requirements: string;
}

const indexes = new WeakMap<CatalogSnapshot, MiniSearch<Entry>>();

/**
 * How well offers answer a question, by id; what does not answer it is absent. Tolerates typos; all words must be found, or, when no
 * offer has them all, some. The index is made once for each snapshot of the catalog.
 */
export function findOffers(snapshot: CatalogSnapshot, question: string): Map<string, number> {
  const index = indexes.get(snapshot) ?? newIndex(snapshot);
  indexes.set(snapshot, index);
  const all = index.search(question, { combineWith: 'AND' });
  const found = all.length ? all : index.search(question, { combineWith: 'OR' });
  return new Map(found.map(({ id, score }) => [String(id), score]));
}

function newIndex(snapshot: CatalogSnapshot): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'vendor', 'tools', 'summary', 'topics', 'requirements'],
    // The one partner that everyone abbreviates is found by both names.
    processTerm: (term) => (term.toLowerCase() === 'combinator' ? [stemmer(term.toLowerCase()), 'yc'] : termOf(term)),
    searchOptions: {
      processTerm: termOf,
      boost: { vendor: 5, tools: 5, title: 3, requirements: 0.5 },
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      prefix: (term) => term.length > 2,
    },
  });
  index.addAll([...snapshot.offers.values()].map((offer) => entryOf(offer, snapshot)));
  return index;
}

function termOf(term: string): string | null {
  const word = term.normalize('NFKC').toLowerCase();
  return EMPTY_WORDS.has(word) ? null : stemmer(word);
}

function entryOf(offer: OfferFacts, snapshot: CatalogSnapshot): Entry {
  const tools = offer.toolIds.flatMap((id) => snapshot.tools.get(id) ?? []);
  return {
    id: offer.id,
    title: offer.title,
    vendor: `${offer.vendor.name ?? ''} ${offer.vendor.domain ?? ''}`,
    tools: tools.flatMap(({ name, aliases }) => [name, ...aliases]).join(' '),
    summary: `${offer.summary} ${offer.value ?? ''} ${offer.kind.replace('_', ' ')}`,
    topics: tools.flatMap(({ categories, capabilities }) => [...categories, ...capabilities]).join(' '),
    requirements: offer.requirements.join(' '),
  };
}
