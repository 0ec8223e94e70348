import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../../platform/database/table.types.js';
import { readWithSigns } from '../../platform/skeleton.rules.js';
import { runYielding } from '../../platform/yield.js';
import type { ToolRecord } from '../catalog/index.js';
import type { CatalogTool } from '../tool.entity.js';
import { identity, mergeOutcomes, type WriteOutcome, writeTools } from './record.query.js';

/** A new tool whose name may be taken for another's: it waits for a reviewer. */
export interface HeldLookalike {
  readonly outcome: 'held';
  readonly code: 'lookalike';
  readonly detail: string;
}

interface KnownName {
  readonly slug: string;
  readonly name: string;
}

interface Named extends KnownName {
  readonly aliases: readonly string[];
}

/** The letters and digits of a name, so that only another spelling of the same look is a disguise. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A skeleton of fewer characters is that of too many names. */
const SKELETON_MIN = 4;

/** The writer of the tools of one import: it reads the names of the catalog once, and knows those of its own rows. */
export type WriteTools = (
  em: EntityManager,
  at: Date,
  records: readonly ToolRecord[],
) => Promise<(HeldLookalike | WriteOutcome)[]>;

/**
 * Writes tools inside the caller's transaction, as `writeTools` does, and holds each new one that has another tool's look and not its letters
 * (decisions §10): a file from elsewhere may bring a Strіpe. Nothing is held where a reviewer takes what was held.
 */
export function openToolWriter(acceptHeld: boolean): WriteTools {
  if (acceptHeld) return writeTools;
  let names: KnownNames | null = null;
  return async (em, at, records) => {
    names ??= await readNames(em);
    const held = await runYielding(findLookalikes(records, names));
    const written = records.filter((_record, index) => !held[index]);
    return mergeOutcomes(held, await writeTools(em, at, written));
  };
}

/** Names and aliases by their look, and the records that are no new ones. */
interface KnownNames {
  readonly bySkeleton: Map<string, KnownName[]>;
  readonly records: ReadonlySet<string>;
}

function addNames({ bySkeleton }: KnownNames, { slug, name, aliases }: Named): void {
  for (const one of [name, ...aliases]) {
    const skeleton = readWithSigns.skeletonOf(one);
    const alike = bySkeleton.get(skeleton);
    if (alike) alike.push({ slug, name: one });
    else bySkeleton.set(skeleton, [{ slug, name: one }]);
  }
}

async function readNames(em: EntityManager): Promise<KnownNames> {
  const stored = await em
    .getKysely<{ tool: TableOf<CatalogTool> }>()
    .selectFrom('tool as t')
    .select(['t.slug', 't.name', 't.aliases', 't.origin', 't.origin_key'])
    .execute();
  const names: KnownNames = {
    bySkeleton: new Map(),
    records: new Set(stored.map((one) => identity(one.origin, one.origin_key))),
  };
  return runYielding(
    (function* added() {
      for (const one of stored) {
        addNames(names, one);
        yield;
      }
      return names;
    })(),
  );
}

/** For each record what holds it, or null. Names and aliases are compared with those of the catalog and of the rows before. */
function* findLookalikes(records: readonly ToolRecord[], names: KnownNames): Generator<void, (HeldLookalike | null)[]> {
  const held: (HeldLookalike | null)[] = [];
  for (const { facts, origin, originKey } of records) {
    const isNew = !names.records.has(identity(origin, originKey));
    const twin = isNew ? twinOf([facts.name, ...facts.aliases], names.bySkeleton) : undefined;
    held.push(twin ? heldBy(twin) : null);
    if (isNew && !twin) addNames(names, facts);
    yield;
  }
  return held;
}

/** The known name that one of these looks like and is not. */
function twinOf(
  given: readonly string[],
  bySkeleton: ReadonlyMap<string, readonly KnownName[]>,
): KnownName | undefined {
  for (const name of given) {
    const skeleton = readWithSigns.skeletonOf(name);
    const letters = lettersOf(name);
    const alike = skeleton.length < SKELETON_MIN ? [] : (bySkeleton.get(skeleton) ?? []);
    const twin = alike.find((one) => lettersOf(one.name) !== letters);
    if (twin) return twin;
  }
  return undefined;
}

const heldBy = ({ slug, name }: KnownName): HeldLookalike => ({
  outcome: 'held',
  code: 'lookalike',
  detail: `the name looks like ${name} (${slug}) and is written otherwise`,
});
