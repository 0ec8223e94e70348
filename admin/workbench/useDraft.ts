import { useSearchParams } from 'react-router-dom';
import type { UnreadFilter } from '../components/filters.js';
import type { BriefConstraints } from '../providers/generated/operations.js';

/** The bounds of a plan; the names are the operation's own. */
export const BOUNDS = ['pricing', 'interface', 'maturity', 'proof', 'category', 'prefer', 'exclude'] as const;
export type Bound = (typeof BOUNDS)[number];

/** The panel's title of each bound. */
export const BOUND_TITLES: Readonly<Record<Bound, string>> = {
  pricing: 'Pricing',
  interface: 'Interface',
  maturity: 'Maturity',
  proof: 'Evidence',
  category: 'Category',
  prefer: 'Take these tools',
  exclude: 'Leave these out',
};

/** The closed lists of the directory (decisions §3). */
export const BOUND_CHOICES: Readonly<Partial<Record<Bound, readonly string[]>>> = {
  pricing: ['open_source', 'free', 'freemium', 'usage', 'subscription', 'enterprise'],
  interface: ['sdk', 'rest', 'graphql', 'cli', 'mcp'],
  maturity: ['stable', 'beta', 'experimental'],
  proof: ['public_source', 'offer', 'docs_mcp', 'activation', 'retained'],
};
/** An agent may have asked for tools of which it is not known; the panel offers no such choice. */
const UNKNOWN = 'unknown';
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const isReadable = (bound: Bound, value: string): boolean =>
  BOUND_CHOICES[bound]?.concat(UNKNOWN).includes(value) ?? SLUG.test(value);

/** Bounds of an intent (decisions §3). */
export const INTENT_LENGTH = { min: 3, max: 4_000 };

export interface Draft {
  readonly intent: string;
  readonly bounds: Readonly<Record<Bound, readonly string[]>>;
}

/** A user's intent and its bounds, as the address holds them: a reload reads the same plan again. */
export function useDraft() {
  const [search, setSearch] = useSearchParams();
  const valuesOf = (bound: Bound) => [...new Set(search.getAll(bound))].filter((one) => isReadable(bound, one)).sort();
  const strange = BOUNDS.flatMap((bound) =>
    search.getAll(bound).flatMap((value) => (value === '' || isReadable(bound, value) ? [] : [unreadOf(bound, value)])),
  );
  const draft: Draft = {
    intent: search.get('intent')?.trim() ?? '',
    bounds: {
      pricing: valuesOf('pricing'),
      interface: valuesOf('interface'),
      maturity: valuesOf('maturity'),
      proof: valuesOf('proof'),
      category: valuesOf('category'),
      prefer: valuesOf('prefer'),
      exclude: valuesOf('exclude'),
    },
  };
  const change = (by: (after: URLSearchParams) => void, replace: boolean) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        by(after);
        return after;
      },
      { replace },
    );
  return {
    draft,
    /** The values of the address that no bound can have. */
    strange,
    takeOut: (these: readonly UnreadFilter[]) =>
      change((after) => {
        for (const { source, value } of these) after.delete(source, value);
      }, true),
    plan: (intent: string) => change((after) => after.set('intent', intent.trim()), false),
    /** Sets a bound, or takes it away where it is set; a tool is either preferred or left out. */
    toggle: (bound: Bound, value: string) =>
      change((after) => {
        if (after.has(bound, value)) return after.delete(bound, value);
        if (bound === 'prefer') after.delete('exclude', value);
        if (bound === 'exclude') after.delete('prefer', value);
        after.append(bound, value);
      }, true),
    clear: () =>
      change((after) => {
        for (const bound of BOUNDS) after.delete(bound);
      }, true),
  };
}

export const unreadOf = (bound: Bound, value: string): UnreadFilter => ({
  source: bound,
  label: BOUND_TITLES[bound],
  value,
});

/** The bounds that are set, as the operation takes them. */
export const constraintsOf = ({ bounds }: Draft): BriefConstraints =>
  Object.fromEntries(BOUNDS.filter((bound) => bounds[bound].length > 0).map((bound) => [bound, bounds[bound]]));

/** The workbench's address for an intent within constraints. */
export function workbenchAt(intent: string, constraints: BriefConstraints): string {
  const search = new URLSearchParams({ intent });
  for (const bound of BOUNDS) for (const value of constraints[bound] ?? []) search.append(bound, value);
  return `/workbench?${search}`;
}
