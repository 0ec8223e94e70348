import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSearchIndex, type SearchIndex } from '../server/directory/search/search-index.build.js';
import type { Tool, ToolFacts } from '../server/directory/tool.types.js';
import { PACKAGE_ROOT } from '../server/platform/package.root.js';
import {
  type IntentFigures,
  type JudgedIntent,
  type JudgedQuery,
  type QueryFigures,
  scoreIntents,
  scoreQueries,
} from './judge.score.js';
import { judgeTable } from './judge.table.js';

/** The items by which the search is tuned, and those that are held out. */
export const judgedParts = ['tuned', 'held out'] as const;
export type JudgedPart = (typeof judgedParts)[number];

export interface Judgement {
  readonly queries: readonly { readonly part: JudgedPart | 'all'; readonly kinds: readonly QueryFigures[] }[];
  readonly intents: readonly (IntentFigures & { readonly part: JudgedPart | 'all' })[];
  /** The figures for people. */
  readonly table: string;
}

const STARTER = path.join(PACKAGE_ROOT, 'server', 'directory', 'starter');
const JUDGED = path.join(PACKAGE_ROOT, 'bench', 'judged');
const readJson = <Form>(file: string): Form => JSON.parse(readFileSync(file, 'utf8')) as Form;

/** The starter catalog as the directory serves it, without figures of public use. */
export function starterTools(): Tool[] {
  const at = new Date(0);
  return readdirSync(STARTER)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .flatMap((file) => readJson<ToolFacts[]>(path.join(STARTER, file)))
    .map((facts) => ({
      ...facts,
      id: `tol_${facts.slug}`,
      verification: { level: 'listed', method: null, checkedAt: null },
      statements: [],
      measures: [],
      links: [],
      sponsored: false,
      mcpServer: null,
      version: 1,
      createdAt: at,
      updatedAt: at,
    }));
}

/** A third of the first sets and half of the second judge's is held out, always the same items. */
export function partOf(id: string): JudgedPart {
  const byte = createHash('sha256').update(id).digest().readUInt8(0);
  const heldOut = id.startsWith('s') ? byte % 2 === 1 : byte % 3 === 0;
  return heldOut ? 'held out' : 'tuned';
}

/** The index over the starter catalog. */
export const openStarterIndex = (): Promise<SearchIndex> => buildSearchIndex(starterTools());

export const judgedQueries = (): JudgedQuery[] => readJson(path.join(JUDGED, 'queries.json'));
/** The intents of two judges. */
export const judgedIntents = (): JudgedIntent[] =>
  ['intents.json', 'intents-second.json'].flatMap((file) => readJson<JudgedIntent[]>(path.join(JUDGED, file)));

/** Asks every judged question of an index over the starter catalog (issue: MRR and F1 of 0.9). */
export async function judge(): Promise<Judgement> {
  const index = await openStarterIndex();
  const tools = new Map(starterTools().map((tool) => [tool.id, tool]));
  const queries = judgedQueries();
  const intents = judgedIntents();
  const parts = ['all', ...judgedParts] as const;
  const inPart = (part: JudgedPart | 'all', id: string): boolean => part === 'all' || partOf(id) === part;
  const judged = {
    queries: parts.map((part) => ({
      part,
      kinds: scoreQueries(
        index,
        tools,
        queries.filter(({ id }) => inPart(part, id)),
      ),
    })),
    intents: parts.map((part) => ({
      part,
      ...scoreIntents(
        index,
        tools,
        intents.filter(({ id }) => inPart(part, id)),
      ),
    })),
  };
  return { ...judged, table: judgeTable(judged) };
}
