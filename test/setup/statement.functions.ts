import type pg from 'pg';
import { member, nodesOf, type TreeNode, type TreeValue, walk } from './statement.tree.js';

/** A function that may answer something else for the same values: `s` is stable within a statement, `v` is volatile. */
interface Changing {
  readonly name: string;
  readonly how: 's' | 'v';
}

/** PostgreSQL's functions that may change, by their numbers, and the functions by which a value of a type becomes a text and comes of one. */
export interface OfFunctions {
  readonly changing: ReadonlyMap<string, Changing>;
  readonly texts: ReadonlyMap<string, { readonly input: string; readonly output: string }>;
}

export async function readFunctions(client: pg.Client): Promise<OfFunctions> {
  const { rows: functions } = await client.query<{ oid: string; name: string; how: 's' | 'v' }>(
    "select oid::text as oid, proname as name, provolatile as how from pg_proc where provolatile <> 'i'",
  );
  const { rows: types } = await client.query<{ oid: string; input: string; output: string }>(
    'select oid::text as oid, typinput::oid::text as input, typoutput::oid::text as output from pg_type',
  );
  return {
    changing: new Map(functions.map(({ oid, name, how }) => [oid, { name, how }])),
    texts: new Map(types.map(({ oid, input, output }) => [oid, { input, output }])),
  };
}

/** The members that name the function of a node, and the type of its result. */
const CALLS = ['funcid', 'opfuncid', 'aggfnoid', 'winfnoid'];
const TYPES = [
  'vartype',
  'consttype',
  'paramtype',
  'funcresulttype',
  'opresulttype',
  'resulttype',
  'casetype',
  'coalescetype',
];
const CHOICES = ['CASEEXPR', 'COALESCEEXPR'];
const UPDATE = '2';
const INSERT = '3';

/** The functions that a node itself calls, without those of its values. */
function* calledBy(node: TreeNode, { changing, texts }: OfFunctions): Generator<Changing> {
  const oids = CALLS.map((name) => member(node, name));
  if (node.type === 'COERCEVIAIO') {
    const [from] = nodesOf(node.members.arg).flatMap((one) => TYPES.map((name) => member(one, name)).filter(Boolean));
    oids.push(texts.get(member(node, 'resulttype'))?.input ?? '', texts.get(from ?? '')?.output ?? '');
  }
  for (const oid of oids) {
    const found = changing.get(oid);
    if (found) yield found;
  }
  if (node.type === 'SQLVALUEFUNCTION') yield { name: 'the time or the session', how: 's' };
  if (node.type === 'NEXTVALUEEXPR') yield { name: 'nextval', how: 'v' };
}

const changingIn = (tree: TreeValue, all: OfFunctions): Changing[] =>
  [...walk(tree)].flatMap((node) => [...calledBy(node, all)]);

/** Walks as `walk` does, and leaves out the queries below. */
function* walkLevel(value: TreeValue): Generator<TreeNode> {
  if (typeof value === 'string') return;
  if (!('type' in value)) {
    for (const one of value) yield* walkLevel(one);
    return;
  }
  if (value.type === 'QUERY') return;
  yield value;
  for (const one of Object.values(value.members)) yield* walkLevel(one);
}

/** Values of an update, and conditions of any write: the nodes have to come to the same, so the coordinator works out what changes, once a statement. */
function* inWrittenValues(tree: TreeValue, table: string, all: OfFunctions): Generator<string> {
  for (const node of walkLevel(tree)) {
    if (CHOICES.includes(node.type))
      for (const { name } of changingIn(node, all)) yield `writes ${table} by a choice with ${name}`;
    for (const { name, how } of calledBy(node, all)) {
      const hasColumn = [...walkLevel(Object.values(node.members))].some(({ type }) => type === 'VAR');
      if (how === 's' && hasColumn) yield `writes ${table} with ${name} over a column`;
    }
  }
}

/**
 * Lists what a node refuses of the functions of a write: a volatile one anywhere, one that may change over a column or inside `case` and
 * `coalesce`, and any that may change in `returning` and `do update`.
 */
export function* functionFaults(query: TreeNode, table: string, all: OfFunctions): Generator<string> {
  const command = member(query, 'commandType');
  const conflict = nodesOf(query.members.onConflict)[0];
  if (command !== INSERT) {
    const values = command === UPDATE ? (query.members.targetList ?? '') : '';
    const conditions = query.members.jointree ?? '';
    for (const { name, how } of changingIn(query, all))
      if (how === 'v') yield `writes ${table} with ${name}, which is volatile`;
    yield* inWrittenValues([values, conditions], table, all);
  }
  for (const part of ['onConflictSet', 'onConflictWhere', 'arbiterWhere'])
    for (const { name } of changingIn(conflict?.members[part] ?? '', all))
      yield `updates ${table} on conflict with ${name}`;
  for (const { name } of changingIn(query.members.returningList ?? '', all)) yield `answers of ${table} with ${name}`;
}
