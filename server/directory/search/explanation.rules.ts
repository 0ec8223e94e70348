import type { Tool } from '../catalog/index.js';
import { facetNames } from '../facet.types.js';
import type { CatalogSnapshot } from './catalog.open.js';
import { keepMatching } from './directory-answer.rules.js';
import type { ExclusionRuleName } from './explanation.types.js';
import { languageNamesOf, registriesIn } from './language.rules.js';
import { inSentence } from './lexicon.rules.js';
import type { LeftOut, Trace } from './rank.rules.js';
import type { Found, Intent } from './search-index.build.js';

/** Why a tool is not in an answer. */
export interface Exclusion {
  readonly leftOutBy: ExclusionRuleName;
  readonly detail: string;
}

const listed = (names: readonly string[], last: string): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;

const inTenths = (score: number): string => score.toFixed(1);

/** The exclusion of a tool that a search noted. */
export function notedExclusion({ rule, score, least }: LeftOut, question: string, { name }: Tool): Exclusion {
  const details: Record<LeftOut['rule'], () => string> = {
    banned: () => `The question bans ${name}, or the family that it belongs to.`,
    existing: () => `The question says that ${name} is there already, and what exists is never found again.`,
    replaced: () => `The question asks for others in place of ${name}, or of the family that it belongs to.`,
    language: () => {
      const languages = [...registriesIn(question)].flatMap(languageNamesOf);
      return `The question is about ${listed(languages, 'and')}, and what is known of ${name} is for other languages.`;
    },
    below_cut: () =>
      `${name} fits the question too little: its score is ${inTenths(score ?? 0)}, and ${inTenths(least ?? 0)} is the least that is shown beside the best.`,
  };
  return { leftOutBy: rule, detail: details[rule]() };
}

/** The exclusion of a tool that a search never came to, by the way in which it read the question. */
export function unseenExclusion(
  { way }: Trace,
  found: readonly Found[],
  { analysis: { capabilities }, named }: Intent,
  { tools }: Pick<CatalogSnapshot, 'tools'>,
  { name, capabilities: own }: Tool,
  titles: ReadonlyMap<string, string>,
): Exclusion {
  const titled = (ids: readonly string[]): string[] => ids.map((id) => inSentence(titles.get(id) ?? id));
  const offered = own.length > 0 ? `is listed for ${listed(titled(own), 'and')}` : 'is listed for nothing';
  const best = tools.get(found[0]?.id ?? '');
  if (way === 'name')
    return {
      leftOutBy: 'other_name',
      detail: `The question is read as the name of ${best?.name}: it finds that tool and those whose description names it, and ${name} is neither.`,
    };
  if (way === 'alternatives') {
    const replaced = named.filter(({ role }) => role === 'replaced').flatMap(({ words }) => words);
    return {
      leftOutBy: 'other_capability',
      detail: `The question asks for others in place of ${listed([...new Set(replaced)], 'and')}. ${name} has none of its capabilities: it ${offered}.`,
    };
  }
  if (capabilities.length > 0)
    return {
      leftOutBy: 'other_capability',
      detail: `The question asks for ${listed(titled(capabilities.map(({ id }) => id)), 'and')}. ${name} ${offered}.`,
    };
  if (found.length > 0)
    return {
      leftOutBy: 'not_mentioned',
      detail: `No need was read in the question, so names and descriptions were searched: those of ${name} hold too few of its words.`,
    };
  return { leftOutBy: 'not_understood', detail: 'Nothing in the question was understood, so it finds no tool.' };
}

/** The filters that a found tool does not pass, as one exclusion; null when it passes all. */
export function filterExclusion(
  found: Found,
  snapshot: CatalogSnapshot,
  filters: Readonly<Record<string, readonly string[]>>,
  now: Date,
): Exclusion | null {
  const failed = facetNames.filter((facet) => {
    const wanted = filters[facet];
    return wanted !== undefined && keepMatching([found], snapshot, { [facet]: wanted }, now).length === 0;
  });
  if (failed.length === 0) return null;
  const wanted = failed.map((facet) => `${facet} ${listed(filters[facet] ?? [], 'or')}`);
  return {
    leftOutBy: 'filter',
    detail: `The question finds ${snapshot.tools.get(found.id)?.name}, and the filter ${listed(wanted, 'and')} takes it out: it isn't known to satisfy that.`,
  };
}
