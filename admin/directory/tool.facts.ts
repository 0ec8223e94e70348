import type { Tool } from '../providers/generated/operations.js';

/** The tracked link of one kind; null where the catalog has no address for it. */
export const linkOf = (tool: Tool, kind: string): string | null =>
  tool.actions.find((action) => action.kind === kind)?.url ?? null;

export type Source = Tool['sources'][number];

/** The sources of a fact; `docs` also finds those of `docs.url`. */
export const sourcesOf = (tool: Tool, fact: string): readonly Source[] =>
  tool.sources.filter(({ facts }) => facts.some((name) => name === fact || name.startsWith(`${fact}.`)));
