import path from 'node:path';
import { BareStatement } from '../../server/platform/database/bare-statement.js';
import { BARE_SQL } from './bare-sql.list.js';

const ROOT = path.resolve(import.meta.dirname, '../..');

type AnyStatement = BareStatement<Readonly<Record<string, never>>>;
export interface NamedBareStatement {
  /** Its file, and the name under which that exports it. */
  readonly name: string;
  readonly statement: AnyStatement;
}

/** The statements among values by name, and in records of them. */
function statementsIn(place: string, values: object): NamedBareStatement[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const name = `${place} ${key}`;
    if (value instanceof BareStatement) return [{ name, statement: value }];
    const isRecord = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
    return isRecord ? statementsIn(name, value) : [];
  });
}

/** Every statement that a file with bare SQL exports. */
export async function bareStatements(): Promise<NamedBareStatement[]> {
  const found: NamedBareStatement[] = [];
  for (const file of Object.keys(BARE_SQL))
    found.push(...statementsIn(file, (await import(path.join(ROOT, `${file}.ts`))) as object));
  return found;
}
