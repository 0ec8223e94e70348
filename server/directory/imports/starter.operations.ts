import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { z } from 'zod';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { newUuid } from '../../platform/ids.js';
import { PACKAGE_ROOT } from '../../platform/package.root.js';
import { lockCatalog, parseToolFacts, type ToolFacts, type ToolRecord } from '../catalog/index.js';
import { type DatedMeasure, writeMeasures } from '../measures/index.js';
import type { CatalogTool } from '../tool.entity.js';
import { CatalogImport } from './import.entity.js';
import { countsOf } from './import.query.js';
import { unlistRecords, type WriteOutcome, writeTools } from './record.query.js';

const DIRECTORY = path.join(PACKAGE_ROOT, 'server', 'directory');
const STARTER = path.join(DIRECTORY, 'starter');
const MEASURES = path.join(DIRECTORY, 'starter.measures.json');

/** Figures of one kind, day and source each: `source` names a file that stays as it is, so that anyone can read them there again. */
const measuresForm = z.array(
  z.strictObject({
    kind: z.string(),
    asOf: z.iso.date(),
    source: z.string(),
    values: z.record(z.string(), z.int().positive()),
  }),
);

export interface StarterFolder {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly measures: string;
  /** SHA-256 of the files: a catalog that was loaded is not loaded again. */
  readonly digest: string;
}

interface StarterCatalog {
  readonly tools: readonly ToolFacts[];
  readonly measures: readonly DatedMeasure[];
}

/** Reads the files of the starter catalog as they are: every start asks for their digest, and seldom for their content. */
export function readStarterFolder(): StarterFolder {
  const files = readdirSync(STARTER)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(path.join(STARTER, name), 'utf8') }));
  const measures = readFileSync(MEASURES, 'utf8');
  const digest = createHash('sha256')
    .update([...files.map(({ text }) => text), measures].join('\n'))
    .digest('hex');
  return { files, measures, digest };
}

/** The starter catalog that comes with the project; a record that is not in its form is a fault of ours and stops the start. */
export function readStarterCatalog(folder = readStarterFolder()): StarterCatalog {
  const tools = folder.files.flatMap(({ name, text }) =>
    (JSON.parse(text) as unknown[]).map((one, index) => {
      const parsed = parseToolFacts(one);
      if ('problems' in parsed)
        throw new Error(
          `starter catalog, ${name}, tool ${index}: ${parsed.problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ')}`,
        );
      return parsed.facts;
    }),
  );
  const measures = measuresForm
    .parse(JSON.parse(folder.measures))
    .flatMap(({ kind, asOf: day, source, values }) =>
      Object.entries(values).map(([name, value]) => ({ kind, name, value, source, day })),
    );
  return { tools, measures };
}

const recordOf = (facts: ToolFacts): ToolRecord => ({
  facts,
  origin: 'starter',
  originKey: facts.slug,
  verification: { level: 'listed', method: 'sources named in the catalog', checkedAt: newestReading(facts) },
  mcpServer: null,
});

function newestReading({ sources }: ToolFacts): Date | null {
  const last = sources
    .map(({ readAt }) => readAt)
    .toSorted()
    .at(-1);
  return last === undefined ? null : new Date(`${last}T00:00:00.000Z`);
}

/**
 * Brings the starter catalog into the database in one transaction, once for each content of its files. Tools that it no longer holds are
 * unlisted; those that a person edited stay.
 */
export function loadStarterTools(em: EntityManager, at: Date, folder: StarterFolder): Promise<void> {
  return loadStarterFiles(em, at, {
    format: 'starter',
    fileName: 'starter',
    digest: folder.digest,
    async write(tx) {
      const { tools, measures } = readStarterCatalog(folder);
      const outcomes = await writeTools(tx, at, tools.map(recordOf));
      await unlistRecords(tx, at, 'tool', 'starter', { allBut: tools.map(({ slug }) => slug) });
      await writeMeasures(tx, at, measures, {});
      return outcomes;
    },
  });
}

/** Files that come with the project. */
interface StarterFiles {
  /** Their format in the list of imports; never one that a person can upload. */
  readonly format: string;
  readonly fileName: string;
  /** SHA-256 of everything that decides the written records. */
  readonly digest: string;
  write(em: EntityManager): Promise<readonly WriteOutcome[]>;
}

/**
 * Writes files that come with the project in one transaction, once for each content. Several processes may call it at once: the
 * catalog's lock lets one do the work.
 */
export async function loadStarterFiles(em: EntityManager, at: Date, starter: StarterFiles): Promise<void> {
  const { format, fileName, digest } = starter;
  await em.transactional(async (tx) => {
    await lockCatalog(tx);
    const newest = await selectRows(tx, CatalogImport)
      .where('t.format', '=', format)
      .orderBy('t.started_at', 'desc')
      .orderBy(sql`t.digest = ${digest} and t.status = 'done'`, 'desc') // of several at one instant
      .limit(1)
      .executeTakeFirst();
    if (newest?.digest === digest && newest.status === 'done') return;
    const outcomes = await starter.write(tx);
    await tx.insert(CatalogImport, {
      id: newUuid(),
      format,
      fileName,
      digest,
      status: 'done',
      total: outcomes.length,
      ...countsOf(outcomes),
      actor: 'system',
      startedAt: at,
      finishedAt: at,
    });
  });
}

/** The facts of a tool that does not exist. */
export interface SampleTool {
  readonly slug: string;
  readonly name: string;
  readonly summary: string;
}

/** Writes made-up tools of the demo into the catalog inside the caller's transaction; answers their bare ids by slug. */
export async function storeSampleTools(
  tx: EntityManager,
  at: Date,
  samples: readonly SampleTool[],
): Promise<ReadonlyMap<string, string>> {
  await lockCatalog(tx);
  await writeTools(tx, at, samples.map(sampleRecord));
  const stored = await tx
    .getKysely<{ tool: TableOf<CatalogTool> }>()
    .selectFrom('tool')
    .select(['id', 'slug'])
    .where('origin', '=', 'demo')
    .where(
      'origin_key',
      'in',
      samples.map(({ slug }) => slug),
    )
    .execute();
  return new Map(stored.map(({ id, slug }) => [slug, id]));
}

function sampleRecord({ slug, name, summary }: SampleTool): ToolRecord {
  const parsed = parseToolFacts({
    slug,
    name,
    summary,
    aliases: [],
    vendor: null,
    website: null,
    categories: [],
    capabilities: [],
    pricing: { model: 'unknown', freeTier: null, url: null },
    signupUrl: null,
    maturity: 'unknown',
    interfaces: [],
    install: null,
    packages: [],
    environment: [],
    docs: { url: null, llmsTxt: null, openapi: null },
    sources: [],
  });
  if ('problems' in parsed) throw new Error(`the sample tool ${slug} is not in the catalog's form`);
  const verification = { level: 'none', method: null, checkedAt: null } as const;
  return { facts: parsed.facts, origin: 'demo', originKey: slug, verification, mcpServer: null };
}
