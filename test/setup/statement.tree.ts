import type pg from 'pg';

/** A node of PostgreSQL's own tree of an analyzed statement: its members by name, as PostgreSQL writes them. */
export interface TreeNode {
  readonly type: string;
  readonly members: Readonly<Record<string, TreeValue>>;
}
export type TreeValue = string | TreeNode | readonly TreeValue[];

const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && !Array.isArray(value) && 'type' in value;
const listOf = (value: TreeValue | undefined): readonly TreeValue[] =>
  value === undefined || typeof value === 'string' ? [] : isNode(value) ? [value] : (value as readonly TreeValue[]);
export const nodesOf = (value: TreeValue | undefined): TreeNode[] => listOf(value).filter(isNode);
export const member = (node: TreeNode | undefined, name: string): string => {
  const value = node?.members[name];
  return typeof value === 'string' ? value : '';
};

/** Every node below a value, itself included. */
export function* walk(value: TreeValue): Generator<TreeNode> {
  if (typeof value === 'string') return;
  if (!isNode(value)) {
    for (const one of value as readonly TreeValue[]) yield* walk(one);
    return;
  }
  yield value;
  for (const one of Object.values(value.members)) yield* walk(one);
}

/** A brace, a bracket, a constant's bytes, or anything up to white space; PostgreSQL escapes what would end a text. */
const TOKEN = /[{}()]|\[[^\]]*\]|(?:\\[\s\S]|[^\s{}()\\])+/g;

/** Parses the text that PostgreSQL writes of a tree of nodes (`pg_node_tree`). */
export function parseTree(text: string): TreeValue {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;
  function value(): TreeValue {
    const token = tokens[at++] ?? '';
    if (token === '(') return listUntil(')');
    if (token === '{') return node();
    return token;
  }
  function listUntil(end: string): TreeValue[] {
    const list: TreeValue[] = [];
    while (at < tokens.length && tokens[at] !== end) list.push(value());
    at += 1;
    return list;
  }
  function node(): TreeNode {
    const type = tokens[at++] ?? '';
    const members: Record<string, TreeValue> = {};
    while (at < tokens.length && tokens[at] !== '}') {
      const name = (tokens[at++] ?? '').slice(1);
      const values: TreeValue[] = [];
      while (at < tokens.length && tokens[at] !== '}' && !/^:[a-z]/i.test(tokens[at] ?? '')) values.push(value());
      members[name] = values.length === 1 ? (values[0] ?? '') : values;
    }
    at += 1;
    return { type, members };
  }
  return value();
}

/** The types of a statement's values, as PostgreSQL infers them. */
const typesOf = (client: pg.Client, text: string): Promise<readonly number[]> =>
  new Promise((resolve, reject) => {
    let types: readonly number[] = [];
    const submitted = {
      submit(connection: pg.Connection): void {
        connection.on('message', read);
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription(): void {},
      handleError: reject,
      handleReadyForQuery(connection: pg.Connection): void {
        connection.off('message', read);
        resolve(types);
      },
    };
    const read = (message: { name: string; dataTypeIDs?: number[] }): void => {
      if (message.name === 'parameterDescription') types = message.dataTypeIDs ?? [];
    };
    client.query(submitted);
  });

/**
 * Has PostgreSQL analyze a statement, with its values as `$1…`, and answers the queries of its tree; nothing of it runs. The body of a SQL
 * function is the one place where PostgreSQL shows the tree of a statement with values, so there is one for as long as it is read.
 */
export async function treeOf(client: pg.Client, text: string): Promise<TreeNode[]> {
  const oids = await typesOf(client, text);
  const { rows: types } = await client.query<{ name: string }>(
    'select format_type(nullif(t.oid, 705), null) as name from unnest($1::oid[]) with ordinality t (oid, n) order by n',
    [oids],
  );
  const parameters = types.map(({ name }) => name ?? 'text').join(', ');
  await client.query('begin');
  try {
    await client.query('set local citus.enable_ddl_propagation = off'); // the function is for this server alone, also where there are nodes
    await client.query(`create function analyzed(${parameters}) returns void language sql begin atomic ${text}; end`);
    const { rows } = await client.query<{ tree: string }>(
      "select prosqlbody::text as tree from pg_proc where proname = 'analyzed' and pronamespace = 'public'::regnamespace",
    );
    return nodesIn(parseTree(rows[0]?.tree ?? ''));
  } finally {
    await client.query('rollback');
  }
}

const nodesIn = (value: TreeValue): TreeNode[] => {
  if (typeof value === 'string') return [];
  return 'type' in value ? [value] : value.flatMap(nodesIn);
};
