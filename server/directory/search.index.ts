import MiniSearch from 'minisearch';
import type { Tool } from './tool.types.js';

/** A tool that a question found, with the reasons in plain words. */
export interface Found {
  /** `tol_…` */
  readonly id: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** A tool that a text calls by its name. */
export interface Named {
  readonly id: string;
  /** The words of the text that name it. */
  readonly words: string;
}

/** The search over one catalog, in memory. The same catalog and question always give the same answer. */
export interface SearchIndex {
  /** Takes a whole catalog; lets other work run in between. */
  fill(tools: readonly Tool[]): Promise<void>;
  /** Brings changed tools in and takes unlisted ones out. */
  update(changed: readonly Tool[], removedIds: readonly string[]): void;
  /** Everything that answers a question, best first. */
  find(question: string): Found[];
  /** Tools whose name, alias or package stands in the text as it is. */
  named(text: string): Named[];
}

/** An empty index. */
export function newSearchIndex(): SearchIndex {
  const index = new MiniSearch<Tool>({
    fields: ['name', 'aliases', 'summary', 'categories', 'capabilities'],
    extractField: (tool, field) => {
      const value = (tool as unknown as Record<string, unknown>)[field];
      return Array.isArray(value) ? value.join(' ') : String(value ?? '');
    },
    searchOptions: { boost: { name: 6, aliases: 5, capabilities: 2 }, fuzzy: 0.2, prefix: true },
  });
  return {
    fill: (tools) => index.addAllAsync(tools, { chunkSize: 200 }),
    update(changed, removedIds) {
      for (const id of removedIds) if (index.has(id)) index.discard(id);
      for (const tool of changed) {
        if (index.has(tool.id)) index.discard(tool.id);
        index.add(tool);
      }
    },
    find: (question) =>
      index.search(question).map(({ id, score }) => ({ id: id as string, score, reasons: ['text match'] })),
    named: () => [],
  };
}
