import { isRaw, type PostgreSqlPlatform } from '@mikro-orm/postgresql';

/** A statement as PostgreSQL parses it, and the values that travel apart from it. */
export interface BoundStatement {
  readonly text: string;
  readonly values: readonly string[];
}

/** PostgreSQL counts the values of a statement in 16 bits. */
const VALUES_MAX = 65_535;
const PLACEHOLDER = /\\\?|\?\??/g;

/**
 * Puts `$1…` where `?` stands for a text, a time, bytes or an object, so that no caller's text becomes part of a statement, which
 * a server may log. The type of such a value is left open, as that of a quoted literal is: PostgreSQL takes it from where the value stands.
 * Numbers, booleans and null have no text to hide and stay in the statement, where `limit` and `::int` read them as before. A list becomes
 * values separated by commas, for `in (?)`; `??` is an identifier and `\?` a question mark. Throws when a statement holds more values than
 * PostgreSQL can count.
 */
export function bindStatement(platform: PostgreSqlPlatform, sql: string, params: readonly unknown[]): BoundStatement {
  const values: string[] = [];
  const bind = (value: string): string => `$${values.push(value)}`;
  function place(value: unknown): string {
    if (isRaw(value)) return fill(value.sql, value.params);
    if (typeof value === 'string') return bind(value);
    if (typeof value === 'bigint') return bind(value.toString());
    if (value instanceof Date) return bind(platform.formatDate(value));
    if (ArrayBuffer.isView(value))
      return bind(`\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`);
    if (Array.isArray(value)) return value.map(place).join(', ');
    if (typeof value === 'object' && value !== null) return bind(JSON.stringify(value));
    return String(value);
  }
  function fill(text: string, given: readonly unknown[]): string {
    if (given.length === 0) return text;
    let next = 0;
    return text.replace(PLACEHOLDER, (found) => {
      if (found === '\\?') return '?';
      const value = given[next++];
      return found === '??' ? platform.quoteIdentifier(String(value)) : place(value);
    });
  }
  const text = fill(sql, params);
  if (values.length > VALUES_MAX) throw new Error(`${values.length} values are more than one statement can bind`);
  return { text, values };
}
