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
  readonly Plans?: readonly PlanNode[];
}

/** Carries out a statement whose values are given in the order of its `?`, and answers all steps of its plan. */
export async function planOf(url: string, statement: string, values: readonly unknown[]): Promise<PlanNode[]> {
  let count = 0;
  const rows = await query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    url,
    `explain (analyze, timing off, format json) ${statement.replaceAll('?', () => `$${++count}`)}`,
    [...values],
  );
  return rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesIn(Plan));
}

const nodesIn = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];

/** The rows that a step looked at, those too that it left out. */
export const rowsOf = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
  node['Actual Loops'];
