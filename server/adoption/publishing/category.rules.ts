import type { WindowFigures } from '../evidence/index.js';
import { CATEGORY_TOOLS_MIN, type PublicationRules } from './publication.rules.js';
import type { CountName, PublishedCategory, PublishedCounts, PublishedRow } from './snapshot.types.js';

interface CategorizedTool {
  readonly id: string;
  readonly categories: readonly string[];
}

/**
 * The totals of each category: the published rows of one label added up, each number over the rows that have it, where three do. What a row
 * withholds is in no total, so nothing is left over when the rows are subtracted.
 */
export function totalCategories(
  tools: readonly CategorizedTool[],
  rows: ReadonlyMap<string, PublishedRow>,
  truthOf: (toolId: string) => WindowFigures | null,
  rules: PublicationRules,
): PublishedCategory[] {
  const names = [...new Set(tools.flatMap(({ categories }) => categories))].toSorted();
  return names.map((category) => {
    const members = tools
      .filter(({ categories }) => categories.includes(category))
      .flatMap(({ id }) => rows.get(id) ?? []);
    return totalCategory(category, members, truthOf, rules);
  });
}

function totalCategory(
  category: string,
  members: readonly PublishedRow[],
  truthOf: (toolId: string) => WindowFigures | null,
  rules: PublicationRules,
): PublishedCategory {
  const least = rules.categories ? CATEGORY_TOOLS_MIN : 1;
  const contributing = members.filter(({ cohort }) => cohort === 'reported');
  const firstParty = contributing.filter(({ label }) => label === 'first-party');
  const sample = contributing.filter(({ label }) => label === 'sample');
  const added = !rules.sampleApart
    ? contributing
    : firstParty.length >= least || sample.length < least
      ? firstParty
      : sample;
  if (!rules.categories)
    return {
      category,
      label: 'first-party',
      cohort: 'reported',
      tools: members.length,
      ...trueTotals(members, truthOf),
    };
  if (added.length < least)
    return {
      category,
      label: members.every(({ cohort }) => cohort === 'missing') ? 'missing' : weakestLabel(members),
      cohort: members.every(({ cohort }) => cohort === 'missing') ? 'missing' : 'insufficient',
      tools: null,
      ...totalsOf(() => null),
    };
  return {
    category,
    label: weakestLabel(added),
    cohort: 'reported',
    tools: added.length,
    ...totalsOf((name) => {
      const shown = added.map((row) => row[name]).filter((count) => count !== null);
      return shown.length < least ? null : shown.reduce((sum, count) => sum + count, 0);
    }),
  };
}

const totalsOf = (total: (name: CountName) => number | null): PublishedCounts => ({
  developers: total('developers'),
  accounts: total('accounts'),
  activated: total('activated'),
  retained: total('retained'),
  events: total('events'),
});

/** Totals of withheld rows too, which only the attacker's test adds. */
const trueTotals = (
  members: readonly PublishedRow[],
  truthOf: (toolId: string) => WindowFigures | null,
): PublishedCounts =>
  totalsOf((name) =>
    name === 'activated' || name === 'retained'
      ? null
      : members.reduce((sum, { tool }) => sum + (truthOf(tool.id)?.[name] ?? 0), 0),
  );

/** Sample counts for less than first-party: who adds both may claim no more than the weaker. */
const weakestLabel = (rows: readonly PublishedRow[]): PublishedRow['label'] =>
  rows.some(({ label }) => label === 'sample')
    ? 'sample'
    : rows.some(({ label }) => label === 'first-party')
      ? 'first-party'
      : 'missing';
