import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { TableOf } from '../../platform/database/table.types.js';
import { storedUuid } from '../../platform/ids.js';
import { loadTools, lockCatalog, nextCatalogVersion, readCatalogHead, recordCatalogChanges } from '../catalog/index.js';
import { type CheckKind, type CheckOutcome, checkKinds, checkOutcomes, FactCheck } from '../check.entity.js';
import { partsOf } from '../measure.rules.js';
import { askRegistry, type RegistryAnswer, registryForms } from '../measures/index.js';
import type { CatalogTool } from '../tool.entity.js';
import { type CheckAnswer, judgeCheck } from './answer.rules.js';
import { listCheckSubjects } from './check-subjects.list.js';
import { askMcpServer } from './mcp.client.js';
import { packageForms, readRepository } from './package-form.rules.js';
import { askPage, type CheckParts, type Tags } from './page.client.js';

interface CheckTables {
  readonly tool: TableOf<CatalogTool>;
  readonly fact_check: TableOf<FactCheck>;
}

export interface VerifyParts extends CheckParts {
  readonly em: () => EntityManager;
}

/** How many pages, packages, repositories and servers were asked, and what came of it. */
export interface VerifyCounts {
  readonly requested: number;
  readonly confirmed: number;
  /** Facts that were not found to hold, for the first time or again. */
  readonly failed: number;
  /** Sources that let no program look, or answered in no form that is known. */
  readonly unknown: number;
  /** Changes that were put into the change feed. */
  readonly news: number;
}

export interface VerifyRound extends VerifyCounts {
  readonly end: 'more' | 'done';
  /** Subjects that are still to be asked: another run has them in hand, or their host asked for a rest. */
  readonly waiting: number;
}

/** A round takes one subject of each of so many hosts in hand, and lets them go after so long if it is cut off. */
const CLAIMED = { hosts: 16, ms: 300_000 } as const;
const NOTHING: VerifyCounts = { requested: 0, confirmed: 0, failed: 0, unknown: 0, news: 0 };

interface Claimed extends Tags {
  readonly kind: CheckKind;
  readonly subject: string;
}

/**
 * Checks one subject of each of some hosts that were not asked since a moment, side by side and each host at its pace. Each answer is stored
 * by itself, outside of which no transaction is open: a run that is cut off goes on where it ended, and several runs share the work.
 */
export async function verifyRound(parts: VerifyParts, dueSince: Date): Promise<VerifyRound> {
  let claimed = await claimDue(parts, dueSince);
  if (claimed.length === 0) {
    await syncSubjects(parts.em());
    claimed = await claimDue(parts, dueSince);
  }
  if (claimed.length === 0) {
    await showDays(parts);
    return { ...NOTHING, end: 'done', waiting: await countDue(parts, dueSince) };
  }
  const sum = { ...NOTHING };
  let stored = Promise.resolve();
  const add = (counts: VerifyCounts): void => {
    for (const name of ['requested', 'confirmed', 'failed', 'unknown', 'news'] as const)
      Object.assign(sum, { [name]: sum[name] + counts[name] });
  };
  await Promise.all(
    claimed.map(async (one) => {
      const answer = await askAbout(parts, one);
      stored = stored.then(async () => add(await storeAnswer(parts, one, answer)));
      await stored;
    }),
  );
  return { ...sum, end: 'more', waiting: await countDue(parts, dueSince) };
}

const tables = (em: EntityManager) => em.getKysely<CheckTables>();

/** Has the table hold what stands behind the facts of listed tools now, and nothing else; what was found stays with what stays. */
async function syncSubjects(em: EntityManager): Promise<void> {
  const { tools } = await loadTools(em, 0);
  const wanted = tools.flatMap((tool) =>
    listCheckSubjects(tool).map(({ facts, ...subject }) => ({
      tool: storedUuid('tol', tool.id),
      ...subject,
      facts: [...facts],
    })),
  );
  await em.transactional(async (tx) => {
    const stored = await tables(tx)
      .selectFrom('fact_check')
      .select(['tool_id as tool', 'kind', 'subject', 'host', 'facts'])
      .execute();
    const keyOf = ({ tool, kind, subject }: Pick<(typeof stored)[number], 'tool' | 'kind' | 'subject'>): string =>
      JSON.stringify([tool, kind, subject]);
    const known = new Map(stored.map((row) => [keyOf(row), row]));
    const keys = new Set(wanted.map(keyOf));
    const gone = stored.filter((row) => !keys.has(keyOf(row)));
    const changed = wanted.filter((row) => !isDeepStrictEqual(known.get(keyOf(row)), row));
    for (const rows of chunksOf(gone))
      await tx.nativeDelete(FactCheck, {
        $or: rows.map(({ tool, kind, subject }) => ({ tool, kind: kindNamed(kind), subject })),
      });
    for (const rows of chunksOf(changed))
      await tx
        .qb(FactCheck)
        .insert([...rows])
        .onConflict(['tool', 'kind', 'subject'])
        .merge(['facts', 'host'])
        .execute();
  });
}

const kindNamed = (name: string): CheckKind => checkKinds.find((one) => one === name) ?? 'link';

/** PostgreSQL counts the values of a statement in 16 bits. */
const ROWS_AT_ONCE = 1_000;

function* chunksOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE);
}

/** Takes in hand, of each host that no run has in hand, the subject that waits longest. */
async function claimDue({ em, clock }: VerifyParts, dueSince: Date): Promise<Claimed[]> {
  const now = clock.now();
  const rows = await tables(em())
    .with('due', (db) =>
      db
        .selectFrom('fact_check as d')
        .innerJoin('tool as t', 't.id', 'd.tool_id')
        .where('t.listed', '=', true)
        .where(({ or, eb }) => or([eb('d.asked_at', 'is', null), eb('d.asked_at', '<', dueSince)]))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('fact_check as h')
                .select(sql`1`.as('held'))
                .whereRef('h.host', '=', 'd.host')
                .where('h.claimed_until', '>=', now),
            ),
          ),
        )
        .distinctOn('d.host')
        .orderBy('d.host')
        .orderBy('d.asked_at', (order) => order.asc().nullsFirst())
        .orderBy('d.subject')
        .select(['d.kind', 'd.subject', 'd.asked_at']),
    )
    .updateTable('fact_check as c')
    .set({ claimed_until: new Date(now.getTime() + CLAIMED.ms) })
    .from((db) =>
      db
        .selectFrom('due')
        .select(['due.kind', 'due.subject'])
        .orderBy('due.asked_at', (order) => order.asc().nullsFirst())
        .orderBy('due.subject')
        .limit(CLAIMED.hosts)
        .as('taken'),
    )
    .whereRef('c.kind', '=', 'taken.kind')
    .whereRef('c.subject', '=', 'taken.subject')
    .where(({ or, eb }) => or([eb('c.claimed_until', 'is', null), eb('c.claimed_until', '<', now)]))
    .returning(['c.kind', 'c.subject', 'c.etag', 'c.last_modified as lastModified'])
    .execute();
  return [...new Map(rows.map((row) => [`${row.kind} ${row.subject}`, row])).values()];
}

/** Subjects that are due, also those that another run has in hand and those whose host rests. */
async function countDue({ em }: VerifyParts, dueSince: Date): Promise<number> {
  const { count } = await tables(em())
    .selectFrom('fact_check as d')
    .innerJoin('tool as t', 't.id', 'd.tool_id')
    .where('t.listed', '=', true)
    .where(({ or, eb }) => or([eb('d.asked_at', 'is', null), eb('d.asked_at', '<', dueSince)]))
    .select(sql<string>`count(distinct (d.kind, d.subject))`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function askAbout(parts: VerifyParts, { kind, subject, ...tags }: Claimed): Promise<CheckAnswer> {
  if (kind === 'link') return askPage(parts, subject, tags);
  if (kind === 'mcp') return askMcpServer(parts, subject);
  const named = partsOf(subject);
  if (named === null) return { kind: 'unknown' };
  const { registry, name } = named;
  const { measureSources, githubToken } = parts.config;
  if (registry === 'github') {
    const { accept, path, paceMs } = registryForms.github_stars;
    await parts.hosts.turn('registry:github', paceMs);
    const answer = await askRegistry(parts, {
      url: `${measureSources.github}${path([name])}`,
      accept,
      token: githubToken,
      ...tags,
    });
    return fromRegistry(answer, (json) => readRepository(json, name));
  }
  const form = packageForms[registry];
  await parts.hosts.turn(`registry:${registry}`, PACKAGE_PACE_MS);
  const url = `${measureSources[form.source]}${form.path(name)}`;
  return fromRegistry(await askRegistry(parts, { url, accept: form.accept, ...tags }), form.read);
}

/** A second between two questions, which is what the strictest of the registries asks for. */
const PACKAGE_PACE_MS = 1_000;

function fromRegistry(answer: RegistryAnswer, read: (json: unknown) => ReturnType<typeof readRepository>): CheckAnswer {
  if (answer.kind === 'busy') return answer;
  if (answer.kind === 'not_modified') return answer;
  if (answer.kind === 'not_found') return { kind: 'gone' };
  const seen = answer.kind === 'ok' ? read(answer.json) : null;
  if (answer.kind !== 'ok' || seen === null) return { kind: 'unknown' };
  return { kind: 'seen', seen, etag: answer.etag, lastModified: answer.lastModified };
}

/** A host that is away or asks for a rest gets one of so long at least. */
const REST_MS = 1_800_000;

/** Stores an answer for every tool whose facts stand on the subject, with its news in the change feed, in one transaction. */
async function storeAnswer(
  { em, clock }: VerifyParts,
  { kind, subject }: Claimed,
  answer: CheckAnswer,
): Promise<VerifyCounts> {
  const at = clock.now();
  if (answer.kind === 'busy') {
    const claimedUntil = new Date(at.getTime() + Math.max(answer.waitMs, REST_MS));
    await em().nativeUpdate(FactCheck, { kind, subject }, { claimedUntil });
    return NOTHING;
  }
  return em().transactional(async (tx) => {
    const rows = await tables(tx)
      .selectFrom('fact_check as c')
      .innerJoin('tool as t', 't.id', 'c.tool_id')
      .select(['c.tool_id as toolId', 'c.facts', 'c.outcome', 'c.checked_at as checkedAt', 'c.failures'])
      .select(['c.failing_since as failingSince', 'c.seen', 't.slug', 't.licence'])
      .where('c.kind', '=', kind)
      .where('c.subject', '=', subject)
      .orderBy('c.tool_id')
      .execute();
    const tags = answer.kind === 'seen' ? { etag: answer.etag, lastModified: answer.lastModified } : {};
    const outcomes: CheckOutcome[] = [];
    const news: { id: string; slug: string; fields: readonly string[] }[] = [];
    for (const { toolId, facts, slug, licence, outcome: found, ...others } of rows) {
      const before = { ...others, outcome: checkOutcomes.find((one) => one === found) ?? null };
      const spdx = kind === 'repository' ? (licence?.spdx ?? null) : null;
      const { standing, news: fields } = judgeCheck(before, answer, { facts, licence: spdx, at });
      await tx.nativeUpdate(
        FactCheck,
        { tool: toolId, kind, subject },
        { ...standing, ...tags, askedAt: at, claimedUntil: null },
      );
      if (standing.outcome) outcomes.push(standing.outcome);
      if (fields.length) news.push({ id: toolId, slug, fields: ['checks', ...fields] });
    }
    if (news.length) await announce(tx, at, news);
    const [outcome] = outcomes;
    return {
      requested: 1,
      confirmed: Number(outcome === 'confirmed'),
      failed: Number(outcome !== undefined && outcome !== 'confirmed' && outcome !== 'unknown'),
      unknown: Number(outcome === 'unknown'),
      news: news.length,
    };
  });
}

/** Puts what checks found into the change feed; the records themselves stay as they are. */
async function announce(
  tx: EntityManager,
  at: Date,
  news: readonly { readonly id: string; readonly slug: string; readonly fields: readonly string[] }[],
): Promise<void> {
  await lockCatalog(tx);
  const version = await nextCatalogVersion(tx, at);
  await recordCatalogChanges(
    tx,
    at,
    version,
    news.map((one) => ({ ...one, resource: 'tool', change: 'updated' })),
  );
}

/** Gives the catalog a new version where checks were made since its last one, so that answers in memory show their days. */
async function showDays({ em, clock }: VerifyParts): Promise<void> {
  await em().transactional(async (tx) => {
    await lockCatalog(tx);
    const { changedAt } = await readCatalogHead(tx);
    const { newest } = await tables(tx)
      .selectFrom('fact_check')
      .select(({ fn }) => fn.max('asked_at').as('newest'))
      .executeTakeFirstOrThrow();
    if (newest !== null && newest > changedAt) await nextCatalogVersion(tx, clock.now());
  });
}
