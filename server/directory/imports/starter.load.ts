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

interface StarterFolder {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly measures: string;
  /** SHA-256 of the files: a catalog that was loaded is not loaded again. */
  readonly digest: string;
}

interface StarterCatalog {
  readonly tools: readonly ToolFacts[];
  readonly measures: readonly PackageMeasure[];
}

/** Reads the files of the starter catalog as they are: every start asks for their digest, and seldom for what they say. */
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
  const { values, ...measure } = measuresForm.parse(JSON.parse(folder.measures));
  return { tools, measures: Object.entries(values).map(([name, value]) => ({ ...measure, name, value })) };
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
  const folder = readStarterFolder();
  return loadStarterFiles(em, at, {
    format: 'starter',
    fileName: 'starter',
    digest: folder.digest,
    async write(tx) {
      const { tools, measures } = readStarterCatalog(folder);
      const outcomes = await writeTools(tx, at, tools.map(recordOf));
      await unlistTools(tx, at, 'starter', { allBut: tools.map(({ slug }) => slug) });
      await writeMeasures(tx, at, measures, { acceptHeld: true }); // a person read each of them
      return outcomes;
    },
  });
}
