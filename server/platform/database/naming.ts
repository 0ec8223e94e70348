import { UnderscoreNamingStrategy } from '@mikro-orm/core';

const SUFFIXES: Readonly<Record<string, string>> = { unique: 'key', foreign: 'fkey', index: 'idx' };

/** Names columns in snake case, and constraints as PostgreSQL names those that a migration leaves unnamed. */
export class PostgresNaming extends UnderscoreNamingStrategy {
  override indexName(...[table, columns, kind]: Parameters<UnderscoreNamingStrategy['indexName']>): string {
    const suffix = SUFFIXES[kind];
    return suffix === undefined ? super.indexName(table, columns, kind) : [table, ...columns, suffix].join('_');
  }
}
