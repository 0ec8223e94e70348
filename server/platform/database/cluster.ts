import type { EntityManager } from '@mikro-orm/postgresql';
import type { Warning } from '../http/health.js';
import { BareStatement, type RowOf } from './bare-statement.js';
import { type TableKind, tableRules } from './tables.js';

/** A table in a cluster is spread over the nodes by its organization, or copied to each of them. */
export type Placement = Extract<TableKind, 'distributed' | 'reference'>;

export interface ClusterNode {
  /** Its address as the coordinator has it, host and port. */
  readonly name: string;
  readonly up: boolean;
  /** The node's answer to a question, or why there is none. */
  readonly answer: string;
}

export const LOADED = new BareStatement(
  { loaded: 'boolean' },
  "select exists (select from pg_extension where extname = 'citus') as loaded",
);

/** Whether the database has the extension that distributes tables; its functions can be called then, and no table need be distributed. */
export async function isCluster(em: EntityManager): Promise<boolean> {
  const [found] = await em.execute<RowOf<typeof LOADED>[]>(LOADED.text);
  return found?.loaded === true;
}

/** The tables of ours that are placed on the nodes; of a database with the extension. */
export async function readPlacements(em: EntityManager): Promise<ReadonlyMap<string, Placement>> {
  const rows = (await em.execute<unknown[]>(
    `select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as name,
       case when p.partmethod = 'h' then 'distributed' else 'reference' end as placement
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = c.relnamespace
     where p.partmethod = 'h' or (p.partmethod = 'n' and p.repmodel = 't')`,
  )) as readonly { name: string; placement: Placement }[];
  return new Map(rows.flatMap(({ name, placement }) => (name in tableRules ? [[name, placement]] : [])));
}

/** Whether any table of ours is placed on nodes. */
export const isPlacedAnywhere = async (em: EntityManager): Promise<boolean> =>
  (await isCluster(em)) && (await readPlacements(em)).size > 0;

/** By the driver of a database: tables are placed while every process is stopped, so that one look is enough for each. */
const distributed = new WeakMap<object, boolean>();

/** Whether any table of ours was placed on nodes when this process first asked. */
export async function isDistributed(em: EntityManager): Promise<boolean> {
  const driver = em.getDriver();
  const known = distributed.get(driver) ?? (await isPlacedAnywhere(em));
  distributed.set(driver, known);
  return known;
}

/** Puts one question, a statement with one value, to every node over a connection of its own; of a database with the extension. */
export async function askNodes(em: EntityManager, question: string): Promise<ClusterNode[]> {
  const rows = (await em.execute<unknown[]>(
    `select n.nodename || ':' || n.nodeport as name, coalesce(r.success, false) as up, coalesce(r.result, '') as answer
     from pg_dist_node n left join run_command_on_all_nodes(?) r on r.nodeid = n.nodeid
     where n.isactive and n.noderole = 'primary' order by n.nodeid`,
    [question],
  )) as readonly ClusterNode[];
  return [...rows];
}

/** The nodes of a database whose tables are distributed, and whether each answers; empty for any other database. */
export async function readNodes(em: EntityManager): Promise<ClusterNode[]> {
  return (await isPlacedAnywhere(em)) ? askNodes(em, 'select 1') : [];
}

/** Warns of nodes that do not answer, by name, and of tables that were made since the others were placed. */
export async function checkCluster(em: EntityManager): Promise<Warning[]> {
  if (!(await isCluster(em))) return [];
  const placed = await readPlacements(em);
  if (placed.size === 0) return [];
  const away = (await askNodes(em, 'select 1')).filter(({ up }) => !up);
  const left = Object.entries(tableRules).filter(([table, { kind }]) => isPlaced(kind) && placed.get(table) !== kind);
  return [
    ...away.map(({ name }) => ({
      code: 'node_away',
      detail: `The database's node ${name} does not answer: events and figures of the organizations that lie there wait, and catalog and products cannot be changed.`,
      remedy: `Start the node ${name}, or let its standby take its place.`,
    })),
    ...(left.length
      ? [
          {
            code: 'tables_not_distributed',
            detail: `Tables that belong on the nodes lie on the coordinator: ${left.map(([table]) => table).join(', ')}.`,
            remedy: 'Run "dai migrate" with the owner of the tables in DATABASE_DIRECT_URL.',
          },
        ]
      : []),
  ];
}

export const isPlaced = (kind: TableKind): kind is Placement => kind === 'distributed' || kind === 'reference';

/**
 * Since when the oldest transaction waits that a node has prepared and not committed: its rows show once the database has recovered it, which may
 * take a minute after the node came back. Null where there is none, and where nothing is distributed; rejects while a node is away.
 */
export async function readOldestPrepared(em: EntityManager): Promise<Date | null> {
  if (!(await isCluster(em))) return null;
  const nodes = await askNodes(
    em,
    `select coalesce(extract(epoch from min(prepared))::text, '') from pg_prepared_xacts where database = current_database() and gid like 'citus%'`,
  );
  const away = nodes.find(({ up }) => !up);
  if (away) throw new Error(`the database's node ${away.name} is away: ${away.answer}`);
  const times = nodes.flatMap(({ answer }) => (answer === '' ? [] : [Number(answer)]));
  return times.length ? new Date(Math.min(...times) * 1000) : null;
}
