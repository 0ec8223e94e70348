import type { EntityManager } from '@mikro-orm/postgresql';
import { ANY_KIND } from '../../platform/context.js';
import { selectRows } from '../../platform/database/kysely.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { publicId, storedUuid } from '../../platform/ids.js';
import { inShareOf, operation } from '../../platform/operation.js';
import type { Row } from '../../platform/row.types.js';
import { FactCheck } from '../check.entity.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { partsOf } from '../measure.rules.js';
import { isMarked } from './answer.rules.js';
import type { DirectoryCoverage, ToolCheck } from './check.types.js';
import { listCheckSubjects } from './check-subjects.list.js';
import { type CountedCheck, coverageOf } from './coverage.rules.js';

/** The last checks of a listed tool's facts as they are now, marked ones first; null while they can't be read. */
export async function readToolChecks(ctx: DirectoryRequestContext, slug: string): Promise<ToolCheck[] | null> {
  const { bySlug, recall } = await ctx.parts.catalog.read();
  const tool = bySlug.get(slug);
  if (!tool) return null;
  const rows = await recall(['checks', slug], () =>
    inShareOf(ctx, 'public-records', () =>
      selectChecks(ctx.em).where('t.tool_id', '=', storedUuid('tol', tool.id)).execute(),
    ),
  );
  const current = new Set(listCheckSubjects(tool).map(({ kind, subject }) => `${kind} ${subject}`));
  const shown = rows?.filter(({ kind, subject }) => current.has(`${kind} ${subject}`)).flatMap(checkOf) ?? null;
  return shown?.toSorted((a, b) => Number(b.marked) - Number(a.marked) || (a.subject < b.subject ? -1 : 1)) ?? null;
}

const selectChecks = (em: EntityManager) => selectRows(em, FactCheck).where('t.asked_at', 'is not', null);

function checkOf(row: Row<FactCheck>): ToolCheck[] {
  const { kind, subject, facts, outcome, checkedAt, askedAt, failures, failingSince, seen } = row;
  if (outcome === null || askedAt === null) return [];
  const registry = partsOf(subject)?.registry;
  return [
    {
      kind,
      subject,
      facts,
      by: kind === 'link' ? 'http' : kind === 'mcp' ? 'mcp' : (registry ?? kind),
      outcome,
      checkedAt,
      askedAt,
      failures,
      failingSince,
      marked: isMarked(row),
      version: seen?.version ?? null,
      licence: seen?.licence ?? null,
      deprecated: seen?.deprecated ?? seen?.archived ?? null,
      movedTo: seen?.movedTo ?? null,
      tools: seen?.tools ?? null,
      needsSignIn: seen?.needsSignIn ?? null,
    },
  ];
}

/** For each fact the share of tools that know it, and the age of what stands behind it. */
export const readDirectoryCoverage = operation(
  { name: 'directoryCoverage', who: ANY_KIND, limit: 'public-read', share: 'public-records', cost: 600 },
  async function directoryCoverage(
    ctx: DirectoryRequestContext,
    _input: Record<string, never>,
  ): Promise<DirectoryCoverage> {
    const { tools, version, changedAt, recall } = await ctx.parts.catalog.read();
    const now = ctx.platform.clock.now();
    const day = now.toISOString().slice(0, 10);
    endIfNotModified(ctx, ['coverage', version, day]);
    const facts = await recall(['coverage', day], async () => {
      const rows = await selectChecks(ctx.em).execute();
      const byTool = Map.groupBy(rows, (row) => publicId('tol', row.toolId));
      const checksOf = (id: string): CountedCheck[] =>
        (byTool.get(id) ?? []).map((row) => ({ facts: row.facts, checkedAt: row.checkedAt, marked: isMarked(row) }));
      return coverageOf([...tools.values()], checksOf, now);
    });
    return { asOf: changedAt, tools: tools.size, facts: facts ?? coverageOf([...tools.values()], () => [], now) };
  },
);
