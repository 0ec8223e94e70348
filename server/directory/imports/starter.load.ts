import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../../platform/package.root.js';
import { parseToolFacts, type ToolFacts, type ToolRecord } from '../catalog/index.js';
import { type PackageMeasure, writeMeasures } from './measure.write.js';
import { unlistTools } from './record.unlist.js';
import { loadStarterFiles } from './starter-files.load.js';
import { writeTools } from './tool.write.js';

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
 * unlisted; what a person edited stays.
 */
export function loadStarterTools(em: EntityManager, at: Date): Promise<void> {
  const { tools, measures, digest } = readStarterCatalog();
  return loadStarterFiles(em, at, {
    format: 'starter',
    fileName: 'starter',
    digest,
    async write(tx) {
      const outcomes = await writeTools(tx, at, tools.map(recordOf));
      await unlistTools(tx, at, 'starter', { allBut: tools.map(({ slug }) => slug) });
      await writeMeasures(tx, at, measures);
      return outcomes;
    },
  });
}
