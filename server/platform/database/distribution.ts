import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from './bare-statement.js';
import {
  askNodes,
  type ClusterNode,
  isCluster,
  isPlaced,
  isPlacedAnywhere,
  type Placement,
  readPlacements,
} from './cluster.js';
import { GATEWAY, INTAKE } from './roles.sql.js';
import { tableRules } from './tables.js';

/** A table that is to be placed, how large it is, and about how long that takes. */
export interface Placing {
  readonly table: string;
  readonly as: Placement;
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** The tables to place, and the reasons against it: nothing is done while there is a refusal. Advice is worth following and stops nothing. */
export interface DistributionPlan {
  readonly nodes: readonly ClusterNode[];
  readonly placings: readonly Placing[];
  readonly refusals: readonly string[];
  readonly advice: readonly string[];
}

/** Shards of each distributed table where no one says otherwise; those of one organization lie together. */
export const SHARDS = 32;

/** Copying rows to shards on one small machine, indexes included; making the shards of an empty table, and its keys. */
const BYTES_PER_S = 8 * 1024 * 1024;
const SECONDS_PER_TABLE = 1;
/** A node that is gone without a word holds up what asks it for as long as this, which is half a minute where no one has said otherwise. */
const CONNECTION_MS_MAX = 5_000;
/** An event that a node had prepared when it fell is decided by the next recovery, and its repetition waits so long, with the group that it is in. */
const RECOVERY_MS_MAX = 10_000;

const NAME = (table: string): string =>
  `case when ${table}.nspname = 'public' then '' else ${table}.nspname || '.' end`;

export const SIZES = new BareStatement(
  { name: 'text', rows: 'bigint', bytes: 'bigint' },
  `select ${NAME('n')} || c.relname as name, greatest(c.reltuples, 0)::bigint as rows, pg_total_relation_size(c.oid) as bytes
   from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('public', 'auth')`,
);

/** Every foreign key of the schema; `organization` is true where both sides name it. */
export const KEYS = new BareStatement(
  { name: 'text', source: 'text', target: 'text', definition: 'text', organization: 'boolean' },
  `select k.conname::text as name, ${NAME('sn')} || s.relname as source, ${NAME('tn')} || t.relname as target, pg_get_constraintdef(k.oid) as definition,
     exists (select from unnest(k.conkey, k.confkey) pair (own, other)
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = own and a.attname = 'organization_id'
       join pg_attribute b on b.attrelid = k.confrelid and b.attnum = other and b.attname = 'organization_id') as organization
   from pg_constraint k join pg_class s on s.oid = k.conrelid join pg_namespace sn on sn.oid = s.relnamespace
     join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
   where k.contype = 'f' and k.conparentid = 0 and sn.nspname in ('public', 'auth') order by 2, 1`,
);

/** Triggers, rules and unique indexes, which an administrator may have added by hand. */
export const ADDED = new BareStatement(
  { source: 'text', name: 'text', kind: 'text', organization: 'boolean' },
  `select ${NAME('n')} || c.relname as source, x.name, x.kind, x.organization
   from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join lateral (
     select t.tgname::text as name, 'trigger' as kind, false as organization from pg_trigger t
     where t.tgrelid = c.oid and not t.tgisinternal
       and not exists (select from pg_depend d where d.objid = t.tgfoid and d.deptype = 'e')
     union all select r.rulename::text, 'rule', false from pg_rewrite r where r.ev_class = c.oid
     union all select i.relname::text, 'unique index', exists (
         select from pg_attribute a where a.attrelid = i.oid and a.attname = 'organization_id')
       from pg_index u join pg_class i on i.oid = u.indexrelid where u.indrelid = c.oid and (u.indisunique or u.indisexclusion)) x
   where c.relkind = 'r' and n.nspname in ('public', 'auth') order by 1, 2`,
);

/** A table's name in a statement. */
const written = (table: string): string =>
  table
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');

const placementOf = (table: string): Placement | null => {
  const kind = tableRules[table]?.kind;
  return kind !== undefined && isPlaced(kind) ? kind : null;
};

/** Looks at the nodes and the tables, changes nothing, and says what is to be done; of a database of this build's schema. */
export async function planDistribution(em: EntityManager): Promise<DistributionPlan> {
  if (!(await isCluster(em)))
    return {
      nodes: [],
      placings: [],
      refusals: [
        'The extension is missing: an administrator runs "create extension citus" in this database on each node.',
      ],
      advice: [],
    };
  const [placed, { nodes, refusals, advice }] = [await readPlacements(em), await checkNodes(em)];
  const sizes = await em.execute<RowOf<typeof SIZES>[]>(SIZES.text);
  const placings = sizes.flatMap(({ name, rows, bytes }): Placing[] => {
    const as = placementOf(name);
    if (as === null || placed.has(name)) return [];
    const copies = as === 'reference' ? Math.max(1, nodes.length) : 1;
    const seconds = SECONDS_PER_TABLE + (copies * Number(bytes)) / BYTES_PER_S;
    return [{ table: name, as, rows: Number(rows), bytes: Number(bytes), seconds: Math.ceil(seconds) }];
  });
  return {
    nodes,
    placings: placings.toSorted((a, b) => a.table.localeCompare(b.table)),
    refusals: [...refusals, ...(await refusalsOfTables(em))],
    advice,
  };
}

/** Lists what stands in the schema and keeps a table from being placed, by its name; nothing of ours does. */
export async function refusalsOfTables(em: EntityManager): Promise<string[]> {
  const keys = await em.execute<RowOf<typeof KEYS>[]>(KEYS.text);
  const added = await em.execute<RowOf<typeof ADDED>[]>(ADDED.text);
  return [...keys.flatMap(refusalOfKey), ...added.flatMap(refusalOfAdded)];
}

function refusalOfKey({ name, source, target, organization }: RowOf<typeof KEYS>): string[] {
  const [from, to] = [placementOf(source), placementOf(target)];
  const fits = to === 'distributed' ? from === 'distributed' && organization : from === null || to === 'reference';
  return fits ? [] : [`The foreign key ${name} of ${source} points at ${target}, which lies elsewhere: drop it.`];
}

function refusalOfAdded({ source, name, kind, organization }: RowOf<typeof ADDED>): string[] {
  const as = placementOf(source);
  if (as === null || organization || (kind === 'unique index' && as === 'reference')) return [];
  return [
    kind === 'unique index'
      ? `The ${kind} ${name} of ${source} has no organization_id, without which no node can keep it: drop it.`
      : `The ${kind} ${name} of ${source} is not part of DAI, and no ${kind} can be on a table of several nodes: drop it.`,
  ];
}

interface NodeFacts {
  readonly extension: string | null;
  readonly server: string;
  readonly prepared: number;
  readonly wal: string;
  readonly connection: number;
  readonly recovery: number;
  readonly roles: readonly string[];
}

const FACTS = `select json_build_object(
  'extension', (select extversion from pg_extension where extname = 'citus'), 'server', current_setting('server_version_num'),
  'prepared', current_setting('max_prepared_transactions')::int, 'wal', current_setting('wal_level'),
  'connection', (select setting::int from pg_settings where name = 'citus.node_connection_timeout'),
  'recovery', (select setting::int from pg_settings where name = 'citus.recover_2pc_interval'),
  'roles', (select coalesce(json_agg(rolname), '[]') from pg_roles where rolname in (current_user, '${GATEWAY}', '${INTAKE}')))`;

async function checkNodes(em: EntityManager): Promise<Pick<DistributionPlan, 'nodes' | 'refusals' | 'advice'>> {
  const nodes = await askNodes(em, FACTS);
  const [own] = (await em.execute<unknown[]>(
    `select exists (select from pg_dist_node where groupid = 0) as coordinator, exists (select from pg_dist_node where shouldhaveshards) as shards,
       (select array_agg(rolname::text) from pg_roles where rolname in (current_user, '${GATEWAY}', '${INTAKE}')) as roles`,
  )) as readonly { coordinator: boolean; shards: boolean; roles: readonly string[] }[];
  const refusals: string[] = [];
  const advice: string[] = [];
  if (!own?.coordinator)
    refusals.push(
      'The coordinator is not one of its own nodes: run "select citus_set_coordinator_host(…)" with its address.',
    );
  if (!own?.shards)
    refusals.push(
      'No node takes shards: add a worker with "select citus_add_node(…)", or let the coordinator have them.',
    );
  for (const { name, up, answer } of nodes) {
    if (!up) {
      refusals.push(`The node ${name} does not answer: ${answer}.`);
      continue;
    }
    const facts = JSON.parse(answer) as NodeFacts;
    if (facts.extension === null) refusals.push(`The node ${name} lacks the extension in this database.`);
    if (Number(facts.server) < 180_000) refusals.push(`The node ${name} is older than PostgreSQL 18.`);
    if (facts.prepared === 0)
      refusals.push(`The node ${name} has max_prepared_transactions = 0: set it to max_connections, and restart it.`);
    for (const role of own?.roles ?? [])
      if (!facts.roles.includes(role))
        refusals.push(`The node ${name} lacks the role ${role}: run what "dai roles" prints there.`);
    if (facts.wal !== 'logical')
      advice.push(
        `The node ${name} has wal_level = ${facts.wal}: with logical, shards can be moved while they are written.`,
      );
    if (facts.connection > CONNECTION_MS_MAX)
      advice.push(
        `The node ${name} has citus.node_connection_timeout = ${facts.connection} ms: with 1000, a node that is gone holds up no one for long.`,
      );
    if (facts.recovery > RECOVERY_MS_MAX)
      advice.push(
        `The node ${name} has citus.recover_2pc_interval = ${facts.recovery} ms: with 10s, events that a node had prepared when it fell are decided soon after its return.`,
      );
  }
  return { nodes, refusals, advice };
}

/**
 * Places tables on the nodes in one transaction, also filled ones, whose writers wait meanwhile: foreign keys are dropped first, since a table
 * with a key to one that lies elsewhere can't be placed, and added last, which checks every row again. `tell` hears of each step before it.
 */
export async function placeTables(
  em: EntityManager,
  placings: readonly Placing[],
  { shards, tell = () => undefined }: { shards: number; tell?: (step: string) => void },
): Promise<void> {
  if (placings.length === 0) return;
  await em.transactional(async (tx) => {
    await tx.execute("set local citus.multi_shard_modify_mode = 'sequential'");
    await tx.execute(`set local citus.shard_count = ${shards}`);
    const placed = await readPlacements(tx);
    const names = new Set(placings.map(({ table }) => table));
    const keys = (await tx.execute<RowOf<typeof KEYS>[]>(KEYS.text)).filter(
      ({ source, target }) => names.has(source) || names.has(target),
    );
    tell(`${keys.length} foreign keys are dropped`);
    for (const { source, name } of keys) await tx.execute(`alter table ${written(source)} drop constraint "${name}"`);
    for (const { table } of placings.filter(({ as }) => as === 'reference')) {
      tell(`${table} is copied to each node`);
      await tx.execute(`select create_reference_table('${written(table)}')`);
    }
    let [beside] = [...placed].flatMap(([table, as]) => (as === 'distributed' ? [table] : []));
    for (const { table } of placings.filter(({ as }) => as === 'distributed')) {
      tell(`${table} is spread by its organization`);
      const colocated = beside === undefined ? '' : `, colocate_with => '${written(beside)}'`;
      await tx.execute(`select create_distributed_table('${written(table)}', 'organization_id'${colocated})`);
      beside ??= table;
    }
    for (const { table, rows } of placings) {
      if (rows > 0) tell(`what ${table} had here is removed`);
      await removeLocalRows(tx, table);
    }
    tell(`${keys.length} foreign keys are added`);
    for (const { source, name, definition } of keys)
      await tx.execute(`alter table ${written(source)} add constraint "${name}" ${definition}`);
  });
}

/** The rights that the owner of a table has taken from itself: those on the log, whose table is a new one when it comes back. */
export const LACKING = new BareStatement(
  { right: 'text', role: 'text' },
  `select right_name as right, quote_ident(current_user) as role from unnest(array['update', 'delete', 'truncate']) as right_name
   where not has_table_privilege(current_user, ?::regclass, right_name)`,
);

/**
 * Brings every placed table back to the coordinator in one transaction: the way back, and the way to another number of shards. The coordinator
 * needs room for all rows. Answers how many there were.
 */
export async function gatherTables(em: EntityManager, tell: (step: string) => void): Promise<number> {
  return em.transactional(async (tx) => {
    await tx.execute("set local citus.multi_shard_modify_mode = 'sequential'");
    const placed = [...(await readPlacements(tx)).keys()].toSorted();
    const keys = (await tx.execute<RowOf<typeof KEYS>[]>(KEYS.text)).filter(
      ({ source, target }) => source in tableRules && (placed.includes(source) || placed.includes(target)),
    );
    tell(`${keys.length} foreign keys are dropped`);
    for (const { source, name } of keys) await tx.execute(`alter table ${written(source)} drop constraint "${name}"`);
    for (const table of placed) {
      tell(`${table} comes back`);
      const lacking = await tx.execute<RowOf<typeof LACKING>[]>(LACKING.text, [written(table)]);
      await tx.execute(`select undistribute_table('${written(table)}')`);
      for (const { right, role } of lacking) await tx.execute(`revoke ${right} on ${written(table)} from ${role}`);
    }
    tell(`${keys.length} foreign keys are added`);
    for (const { source, name, definition } of keys)
      await tx.execute(`alter table ${written(source)} add constraint "${name}" ${definition}`);
    return placed.length;
  });
}

export const MAY_TRUNCATE = new BareStatement(
  { may: 'boolean', role: 'text' },
  "select has_table_privilege(current_user, ?::regclass, 'truncate') as may, quote_ident(current_user) as role",
);

/** The rows that were copied to the shards go from the table itself; the owner of a table that is only added to has to let itself do that first. */
async function removeLocalRows(tx: EntityManager, table: string): Promise<void> {
  const [own] = await tx.execute<RowOf<typeof MAY_TRUNCATE>[]>(MAY_TRUNCATE.text, [written(table)]);
  const grants = own && !own.may ? own.role : null;
  if (grants) await tx.execute(`grant truncate on ${written(table)} to ${grants}`);
  await tx.execute(`select truncate_local_data_after_distributing_table('${written(table)}')`);
  if (grants) await tx.execute(`revoke truncate on ${written(table)} from ${grants}`);
}

/** Places what migrations have made since the other tables were placed; does nothing where nothing is distributed. */
export async function placeNewTables(em: EntityManager): Promise<void> {
  if (!(await isPlacedAnywhere(em))) return;
  const { placings } = await planDistribution(em);
  await placeTables(em, placings, { shards: SHARDS });
}
