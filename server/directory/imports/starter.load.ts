import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { newUuid } from '../../platform/ids.js';
import { PACKAGE_ROOT } from '../../platform/package.root.js';
import {
  lockCatalog,
  nextCatalogVersion,
  parseToolFacts,
  recordCatalogChanges,
  type ToolFacts,
  type ToolRecord,
  writeTools,
} from '../catalog/index.js';
import { type PackageMeasure, writeMeasures } from './measure.write.js';

const DIRECTORY = path.join(PACKAGE_ROOT, 'server', 'directory');
const STARTER = path.join(DIRECTORY, 'starter');
const MEASURES = path.join(DIRECTORY, 'starter.measures.json');

const measuresForm = z.strictObject({
  kind: z.string(),
  registry: z.string(),
  asOf: z.iso.date(),
  source: z.string(),
  values: z.record(z.string(), z.int().nonnegative()),
});

interface StarterCatalog {
  readonly tools: readonly ToolFacts[];
  readonly measures: readonly PackageMeasure[];
  /** SHA-256 of the files: a catalog that was loaded is not loaded again. */
  readonly digest: string;
}

/** Reads the starter catalog that comes with the project; a record that is not in its form is a fault of ours and stops the start. */
export function readStarterCatalog(): StarterCatalog {
  const files = readdirSync(STARTER)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(path.join(STARTER, name), 'utf8') }));
  const tools = files.flatMap(({ name, text }) =>
    (JSON.parse(text) as unknown[]).map((one, index) => {
      const parsed = parseToolFacts(one);
      if ('problems' in parsed)
        throw new Error(
          `starter catalog, ${name}, tool ${index}: ${parsed.problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ')}`,
        );
      return parsed.facts;
    }),
  );
  const measuresText = readFileSync(MEASURES, 'utf8');
  const { values, ...measure } = measuresForm.parse(JSON.parse(measuresText));
  return {
    tools,
    measures: Object.entries(values).map(([name, value]) => ({ ...measure, name, value })),
    digest: createHash('sha256')
      .update([...files.map(({ text }) => text), measuresText].join('\n'))
      .digest('hex'),
  };
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
 * Brings the starter catalog into the database in one transaction, once for each content of its files. What it no longer holds is
 * unlisted; what a person edited stays. Several processes may call it at once: the catalog's lock lets one do the work.
 */
export async function loadStarterTools(em: EntityManager, at: Date): Promise<void> {
  const { tools, measures, digest } = readStarterCatalog();
  await em.transactional(async (tx) => {
    await lockCatalog(tx);
    const loaded = await tx.execute<unknown[]>(
      `select 1 from catalog_import where format = 'starter' and digest = ? and status = 'done'
         and started_at = (select max(started_at) from catalog_import where format = 'starter')`,
      [digest],
    );
    if (loaded.length) return;
    const outcomes = await writeTools(tx, at, tools.map(recordOf));
    await unlistOthers(tx, at, tools);
    await writeMeasures(tx, at, measures);
    const count = (outcome: string): number => outcomes.filter((one) => one.outcome === outcome).length;
    await tx.execute(
      `insert into catalog_import (id, format, file_name, digest, status, total, created, updated, unchanged, refused, actor, started_at, finished_at)
       values (?, 'starter', 'starter', ?, 'done', ?, ?, ?, ?, ?, 'system', ?, ?)`,
      [
        newUuid(),
        digest,
        tools.length,
        count('created'),
        count('updated'),
        count('unchanged'),
        count('refused'),
        at,
        at,
      ],
    );
  });
}

async function unlistOthers(em: EntityManager, at: Date, tools: readonly ToolFacts[]): Promise<void> {
  const gone = await em.execute<{ id: string; slug: string }[]>(
    `select id, slug from tool where origin = 'starter' and listed and edited_at is null
       and slug not in (select value from json_array_elements_text(?::json))`,
    [JSON.stringify(tools.map(({ slug }) => slug))],
  );
  if (gone.length === 0) return;
  const version = await nextCatalogVersion(em, at);
  await em.execute(
    `update tool set listed = false, version = ?, updated_at = ?
     where id in (select value::uuid from json_array_elements_text(?::json))`,
    [version, at, JSON.stringify(gone.map(({ id }) => id))],
  );
  await recordCatalogChanges(
    em,
    at,
    version,
    gone.map(({ id, slug }) => ({ resource: 'tool', id, slug, change: 'removed', fields: ['listed'] })),
  );
}
