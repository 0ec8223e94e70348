import {
  type Configuration,
  isRaw,
  type LoggingOptions,
  NativeQueryBuilder,
  PostgreSqlConnection,
  PostgreSqlDriver,
  PostgreSqlPlatform,
  type RawQueryFragment,
  raw,
  type Transaction,
} from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { bindStatement } from './statement.bind.js';

type Execute = PostgreSqlConnection['execute'];

/** A connection that hands values to PostgreSQL apart from the statement; MikroORM's own writes them into it. */
class BindingConnection extends PostgreSqlConnection {
  override async execute<T>(
    query: string | NativeQueryBuilder | RawQueryFragment,
    params: Parameters<Execute>[1] = [],
    method: 'all' | 'get' | 'run' = 'all',
    ctx?: Transaction,
    loggerContext?: LoggingOptions,
  ): Promise<T> {
    await this.ensureConnection();
    const requested = query instanceof NativeQueryBuilder ? query.toRaw() : query;
    const fragment = typeof requested === 'string' && !Array.isArray(params) ? raw(requested, params) : requested;
    const [sql, given] = isRaw(fragment) ? [fragment.sql, fragment.params] : [String(fragment), params as unknown[]];
    const { text, values } = bindStatement(this.platform as PostgreSqlPlatform, sql, given);
    const run = async (): Promise<T> =>
      this.transformRawResult<T>(
        await (ctx ?? this.getClient()).executeQuery(CompiledQuery.raw(text, [...values])),
        method,
      );
    return this.executeQuery(sql, run, { query: sql, ...loggerContext });
  }
}

/** MikroORM's driver with connections that bind. */
export class BindingDriver extends PostgreSqlDriver {
  protected override readonly connection: BindingConnection;

  constructor(config: Configuration) {
    super(config);
    this.connection = new BindingConnection(config);
  }
}
