import { query } from './database.js';

/** A step of a plan that was carried out. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
}

/** Carries out a statement whose values are given in the order of its `?`, and answers all steps of its plan, those too that a node has taken. */
export async function planOf(url: string, statement: string, values: readonly unknown[]): Promise<PlanNode[]> {
  let count = 0;
  const rows = await query<{ 'QUERY PLAN': unknown }>(
    url,
    `explain (analyze, timing off, format json) ${statement.replaceAll('?', () => `$${++count}`)}`,
    [...values],
  );
  return nodesIn(rows.map((row) => row['QUERY PLAN']));
}

/** A distributed database has the plans of its nodes deep inside its own, and the number of the shard behind each name. */
function nodesIn(value: unknown): PlanNode[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(nodesIn);
  if (!('Node Type' in value)) return below;
  const named = Object.entries(value).map(([key, one]) =>
    /^(?:Relation|Index) Name$/.test(key) ? [key, String(one).replace(/_\d{6,}$/, '')] : [key, one],
  );
  return [Object.fromEntries(named) as PlanNode, ...below];
}

/** The rows that a step looked at, those too that it left out. */
export const rowsOf = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
  node['Actual Loops'];
