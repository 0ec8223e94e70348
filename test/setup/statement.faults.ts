import type pg from 'pg';
import { type TableKind, tableRules } from '../../server/platform/database/tables.js';
import { functionFaults, type OfFunctions, readFunctions } from './statement.functions.js';
import { member, nodesOf, type TreeNode, type TreeValue, walk } from './statement.tree.js';

interface Relation {
  readonly name: string;
  readonly kind: TableKind | 'system';
  /** The number of its column `organization_id`. */
  readonly organization: string | null;
}

/** The tables, and our own functions, by the numbers that PostgreSQL gave them. */
export interface TreeCatalog {
  readonly relations: ReadonlyMap<string, Relation>;
  /** The functions of this database, with the distributed tables that their texts name. */
  readonly functions: ReadonlyMap<string, { readonly name: string; readonly hides: readonly string[] }>;
  readonly changing: OfFunctions;
}

/** PostgreSQL's own objects have smaller numbers. */
const FIRST_OWN_OID = 16_384;

export async function readTreeCatalog(client: pg.Client): Promise<TreeCatalog> {
  const { rows: relations } = await client.query<{ oid: string; name: string; organization: string | null }>(
    `select c.oid::text as oid, case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as name, a.attnum::text as organization
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       left join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' where c.relkind in ('r', 'p', 'v', 'f', 'm')`,
  );
  const { rows: functions } = await client.query<{ oid: string; name: string; text: string }>(
    `select p.oid::text as oid, p.proname as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as text from pg_proc p
     where p.oid >= ${FIRST_OWN_OID} and p.prokind = 'f'`,
  );
  const distributed = Object.keys(tableRules).filter((name) => tableRules[name]?.kind === 'distributed');
  const hides = (text: string): string[] => distributed.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return {
    relations: new Map(
      relations.map(({ oid, name, organization }) => [
        oid,
        { name, kind: Number(oid) < FIRST_OWN_OID ? 'system' : (tableRules[name]?.kind ?? 'local'), organization },
      ]),
    ),
    functions: new Map(functions.map(({ oid, name, text }) => [oid, { name, hides: hides(text) }])),
    changing: await readFunctions(client),
  };
}

const INSERT = '3';
/** Commands that write, each with a table that they write to. */
const WRITES: readonly string[] = ['2', INSERT, '4'];
/** Tables of which a write is planned for nodes. */
const PLACED: readonly Relation['kind'][] = ['distributed', 'reference', 'local', 'account'];
const OUTER = { '1': ['rarg'], '2': ['larg', 'rarg'], '3': ['larg'] } as Readonly<Record<string, readonly string[]>>;
/** The strengths of `for key share` and `for share`. */
const SHARED = ['1', '2'];
const RELATION = '0';
const JOIN = '2';
/** A sub-query after `in` or `= any`. */
const IN = '2';
/** `=` of UUIDs. */
const UUID_EQUALS = '2972';
/** Casts: they leave a value what it is. */
const CASTS = ['RELABELTYPE', 'COERCEVIAIO', 'ARRAYCOERCEEXPR', 'FUNCEXPR'];

/** A value of the statement, or a list of them. */
function isValue(node: TreeNode | undefined): boolean {
  if (node === undefined) return false;
  if (node.type === 'PARAM' || node.type === 'CONST') return true;
  if (node.type === 'ARRAYEXPR') return nodesOf(node.members.elements).every(isValue);
  return CASTS.includes(node.type) && nodesOf(node.members.arg ?? node.members.args).every(isValue);
}

/** One level of a statement: its tables, and the conditions that all of its rows meet. */
class Level {
  readonly #entries: readonly TreeNode[];
  readonly #conditions: readonly TreeNode[];

  constructor(
    readonly query: TreeNode,
    readonly catalog: TreeCatalog,
  ) {
    this.#entries = nodesOf(query.members.rtable);
    this.#conditions = nodesOf(query.members.jointree).flatMap((tree) => conditionsOf(tree));
  }

  *relations(): Generator<{ place: string; relation: Relation }> {
    for (const [index, entry] of this.#entries.entries()) {
      const relation =
        member(entry, 'rtekind') === RELATION ? this.catalog.relations.get(member(entry, 'relid')) : undefined;
      if (relation) yield { place: String(index + 1), relation };
    }
  }

  entry(place: string): TreeNode | undefined {
    return this.#entries[Number(place) - 1];
  }

  /** The column of a table of this level that an expression stands for, also by the name that a join gives it. */
  columnOf(node: TreeNode | undefined): { place: string; column: string } | null {
    if (node && CASTS.includes(node.type)) return this.columnOf(nodesOf(node.members.arg ?? node.members.args)[0]);
    if (node?.type !== 'VAR' || member(node, 'varlevelsup') !== '0') return null;
    const place = member(node, 'varno');
    const column = member(node, 'varattno');
    const entry = this.entry(place);
    if (member(entry, 'rtekind') !== JOIN) return { place, column };
    return this.columnOf(nodesOf(entry?.members.joinaliasvars)[Number(column) - 1]);
  }

  /** The pairs of expressions that conditions of this level say are equal; `any` of a list is one of its values. */
  *equalities(): Generator<readonly [TreeNode | undefined, TreeNode | undefined]> {
    for (const one of this.#conditions) {
      const isEquality = one.type === 'OPEXPR' || (one.type === 'SCALARARRAYOPEXPR' && member(one, 'useOr') === 'true');
      const [left, right] = nodesOf(one.members.args);
      if (isEquality && member(one, 'opno') === UUID_EQUALS) yield [left, right];
    }
  }

  isBound(place: string, organization: string | null): boolean {
    const isOrganization = (node: TreeNode | undefined): boolean => {
      const found = this.columnOf(node);
      return found !== null && found.place === place && found.column === organization;
    };
    return [...this.equalities()].some(
      ([left, right]) => (isOrganization(left) && isValue(right)) || (isOrganization(right) && isValue(left)),
    );
  }
}

/** The conditions of a `from` and its joins, as far as all of them hold. */
function conditionsOf(tree: TreeNode): TreeNode[] {
  const below = [
    ...nodesOf(tree.members.fromlist),
    ...nodesOf(tree.members.larg),
    ...nodesOf(tree.members.rarg),
  ].flatMap(conditionsOf);
  return [...nodesOf(tree.members.quals).flatMap(conjunctsOf), ...below];
}

const conjunctsOf = (node: TreeNode): TreeNode[] =>
  node.type === 'BOOLEXPR' && member(node, 'boolop') === 'and'
    ? nodesOf(node.members.args).flatMap(conjunctsOf)
    : [node];

function namesIn(tree: TreeValue, catalog: TreeCatalog, kind: Relation['kind']): string[] {
  const found = [...walk(tree)].flatMap((node) => {
    const relation = node.type === 'RANGETBLENTRY' && catalog.relations.get(member(node, 'relid'));
    return relation && relation.kind === kind ? [relation.name] : [];
  });
  return [...new Set(found)].toSorted();
}

/** Lists the faults of a statement by its tree: forms that a distributed database refuses, or asks of every shard (decision 0092). */
export function faultsOf(tree: readonly TreeNode[], catalog: TreeCatalog): string[] {
  const faults = new Set<string>();
  const distributed = namesIn(tree, catalog, 'distributed');
  if (distributed.length > 0)
    for (const name of namesIn(tree, catalog, 'system')) faults.add(`reads ${name} beside ${distributed.join(', ')}`);
  for (const node of walk(tree)) {
    const called = node.type === 'FUNCEXPR' ? catalog.functions.get(member(node, 'funcid')) : undefined;
    for (const name of called?.hides ?? []) faults.add(`calls ${called?.name}, which hides ${name}`);
    if (node.type === 'QUERY') for (const fault of faultsAt(new Level(node, catalog))) faults.add(fault);
  }
  return [...faults].toSorted();
}

/** A table that is copied to every node is not written by a join with one that lies on the coordinator alone. */
function* writesFromLocal({ query, catalog }: Level, target: TreeNode | undefined): Generator<string> {
  const written = catalog.relations.get(member(target, 'relid'));
  if (written?.kind !== 'reference') return;
  for (const kind of ['local', 'account'] as const)
    for (const name of namesIn(query, catalog, kind)) yield `writes ${written.name} from ${name}`;
}

/**
 * A table of the coordinator alone is written by a sub-query of one that is copied only where that is a join, as `in` of a condition that holds is:
 * any other makes the write one of the nodes, which have no such table.
 */
function* writesByCopied({ query, catalog }: Level, target: TreeNode | undefined): Generator<string> {
  const written = catalog.relations.get(member(target, 'relid'));
  if (member(query, 'commandType') === INSERT || !written || !['local', 'account'].includes(written.kind)) return;
  const joined = nodesOf(query.members.jointree)
    .flatMap(conditionsOf)
    .filter((node) => node.type === 'SUBLINK' && member(node, 'subLinkType') === IN);
  for (const node of walk([query.members.targetList ?? '', query.members.jointree ?? '']))
    if (node.type === 'SUBLINK' && !joined.includes(node))
      for (const name of namesIn(node, catalog, 'reference')) yield `writes ${written.name} by a sub-query of ${name}`;
}

function* faultsAt(level: Level): Generator<string> {
  const { query, catalog } = level;
  if (WRITES.includes(member(query, 'commandType'))) {
    const target = level.entry(member(query, 'resultRelation'));
    yield* writesFromLocal(level, target);
    yield* writesByCopied(level, target);
    const written = catalog.relations.get(member(target, 'relid'));
    if (written && PLACED.includes(written.kind)) yield* functionFaults(query, written.name, catalog.changing);
  }
  const own = [...level.relations()].filter(({ relation }) => relation.kind === 'distributed');
  const isInsert = member(query, 'commandType') === INSERT;
  const conflict = nodesOf(query.members.onConflict)[0];
  /** The rows of an insert say their organization themselves, and so does `excluded`. */
  const targets = isInsert ? [member(query, 'resultRelation'), member(conflict, 'exclRelIndex')] : [];
  const isBound = new Map(own.map(({ place, relation }) => [place, level.isBound(place, relation.organization)]));
  for (const { place, relation } of own)
    if (!targets.includes(place) && !isBound.get(place)) yield `asks ${relation.name} without the organization`;
  yield* joinsWithoutOrganization(level, own, isBound);
  for (const join of walk(query.members.jointree ?? ''))
    if (join.type === 'JOINEXPR') yield* outerLaterals(level, join);
  for (const entry of nodesOf(query.members.rtable)) yield* laterals(entry, catalog);
  for (const mark of nodesOf(query.members.rowMarks)) {
    const locked = catalog.relations.get(member(level.entry(member(mark, 'rti')), 'relid'));
    if (locked?.kind === 'reference' && SHARED.includes(member(mark, 'strength')))
      yield `shares a lock of ${locked.name}`;
  }
}

/** A lateral query of all organizations is sent to the shards only where every row of the shard can answer it by itself. */
function* laterals(entry: TreeNode, catalog: TreeCatalog): Generator<string> {
  const [query] = member(entry, 'lateral') === 'true' ? nodesOf(entry.members.subquery) : [];
  if (!query) return;
  const { limitCount, limitOffset, groupClause } = query.members;
  const cuts = nodesOf(limitCount).length > 0 || nodesOf(limitOffset).length > 0;
  const sums = member(query, 'hasAggs') === 'true' && nodesOf(groupClause).length === 0;
  if (!cuts && !sums) return;
  const level = new Level(query, catalog);
  for (const { place, relation } of level.relations())
    if (relation.kind === 'distributed' && !level.isBound(place, relation.organization))
      yield `${cuts ? 'cuts' : 'sums up'} ${relation.name} inside a lateral join`;
}

function* joinsWithoutOrganization(
  level: Level,
  own: readonly { place: string; relation: Relation }[],
  isBound: ReadonlyMap<string, boolean>,
): Generator<string> {
  const pairs = new Map<string, { names: string; withOrganization: boolean }>();
  for (const [left, right] of level.equalities()) {
    const [one, other] = [level.columnOf(left), level.columnOf(right)];
    const [first, second] = [one, other].map((column) => own.find(({ place }) => place === column?.place));
    if (!one || !other || !first || !second || first === second) continue;
    const key = [first.place, second.place].toSorted().join();
    const isOrganization = one.column === first.relation.organization && other.column === second.relation.organization;
    const known = pairs.get(key);
    const bound = isBound.get(first.place) === true && isBound.get(second.place) === true;
    pairs.set(key, {
      names: [first.relation.name, second.relation.name].toSorted().join(' and '),
      withOrganization: isOrganization || bound || known?.withOrganization === true,
    });
  }
  for (const { names, withOrganization } of pairs.values())
    if (!withOrganization) yield `joins ${names} without the organization`;
}

/** The sides of an outer join that may have no row must not be a lateral query of a distributed table. */
function* outerLaterals(level: Level, join: TreeNode): Generator<string> {
  for (const side of OUTER[member(join, 'jointype')] ?? [])
    for (const reference of nodesOf(join.members[side])) {
      const entry = reference.type === 'RANGETBLREF' ? level.entry(member(reference, 'rtindex')) : undefined;
      if (entry && member(entry, 'lateral') === 'true')
        for (const name of namesIn(entry, level.catalog, 'distributed')) yield `joins ${name} by an outer lateral join`;
    }
}
