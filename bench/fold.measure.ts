import pg from 'pg';
import { foldEvents } from '../server/adoption/index.js';
import { entities } from '../server/app/database.js';
import { openOrm } from '../server/platform/database/orm.js';
import { newUuid } from '../server/platform/ids.js';
import { secondsOf } from './cpu.read.js';
import type { Ground } from './ground.open.js';
import { judged, type RatioRow, spreadOf } from './result.ratios.js';
import type { Plan } from './round.plan.js';
import { eventText, insertText, insertValues } from './row.sql.js';

/** Events that are folded at once, and rows that are inserted one by one: enough that hundredths of a second say something. */
const EVENTS = 50_000;
const ROWS = 5_000;

/** Events of an hour before, of which statistics know alone. */
const KNOWN_EVENTS = 5_000;

/** Events of the two minutes before $4, four in five of them uses; of $2 developers and 500 accounts. */
const FILL = `insert into tracking_event (organization_id, id, idempotency_key, product_uuid, event_name, event_family, developer_id, account_domain,
    vendor_own_domain, campaign_id, occurred_at, received_at, recorded_at, source, data_label, fingerprint_version, fingerprint, payload)
  select md5('organization')::uuid, gen_random_uuid(), gen_random_uuid()::text, md5('product')::uuid,
    case n % 5 when 0 then 'API_KEY_CREATED' when 1 then 'MCP_TOOL_CALL_SUCCEEDED' else 'FIRST_API_CALL' end,
    case n % 5 when 0 then 'evaluation' else 'activation' end, 'dev_' || n % $2::int, 'a' || n % 500 || '.example', false,
    case n % 4 when 0 then 'launch-2026' end, now() - n % 86400 * interval '1 s', now(), $4::timestamptz - n % 120 * interval '1 s', 'api',
    'first-party', 1, '\\x5a', $3::jsonb
  from generate_series(1, $1::int) n`;

/**
 * Measures the cost of folding per event in PostgreSQL beside that of a single-row insert: the processor time of the connection that folds, and of
 * the one that inserts.
 */
export async function measureFolding(ground: Ground, { rounds: times }: Pick<Plan, 'rounds'>): Promise<RatioRow[]> {
  const client = new pg.Client({ connectionString: ground.limitUrl });
  await client.connect();
  const orm = await openOrm(ground.limitUrl, entities, 1);
  const inserting = await backendOf((text) => client.query(text).then(({ rows }) => rows));
  const fill = (events: number, developers: number, minutesAgo: number) =>
    client.query(FILL, [events, developers, eventText, new Date(Date.now() - minutesAgo * 60_000)]);
  const foldMicros = async (developers: number, hasStatistics = false): Promise<number> => {
    await ground.level();
    await client.query("delete from fold_watermark where name = 'adoption'");
    if (hasStatistics) {
      await fill(KNOWN_EVENTS, developers, 60);
      await client.query('analyze');
    }
    await fill(EVENTS, developers, 1);
    const folding = await backendOf((text) => orm.em.fork().execute(text)); // its pool may have opened another meanwhile
    const before = secondsOf(folding);
    let events = 0;
    for (let more = true; more; ) {
      const fold = await foldEvents(orm.em.fork());
      events += fold.events;
      more = fold.more;
    }
    return ((secondsOf(folding) - before) * 1e6) / events;
  };
  const insertMicros = async (): Promise<number> => {
    await ground.level();
    const before = secondsOf(inserting);
    for (let row = 0; row < ROWS; row += 1)
      await client.query({ name: 'row', text: insertText(1), values: insertValues(newUuid(), `fold-${row}`) });
    return ((secondsOf(inserting) - before) * 1e6) / ROWS;
  };
  try {
    const rounds: { readonly returning: number; readonly first: number; readonly unexpected: number }[] = [];
    for (let round = 0; round < times; round += 1) {
      const single = await insertMicros();
      rounds.push({
        returning: (await foldMicros(2_000)) / single,
        first: (await foldMicros(EVENTS)) / single,
        unexpected: (await foldMicros(EVENTS, true)) / single,
      });
    }
    const row = (name: string, ratios: readonly number[]): RatioRow =>
      judged({ name, target: 0.25, wants: 'at most', ratio: spreadOf(ratios) });
    return [
      row(
        'folding, processor time of PostgreSQL per event of 2,000 developers ÷ single-row insert',
        rounds.map(({ returning }) => returning),
      ),
      row(
        'the same, each event of a developer of its own',
        rounds.map(({ first }) => first),
      ),
      row(
        'the same, beside events of an hour before, of which statistics know alone',
        rounds.map(({ unexpected }) => unexpected),
      ),
    ];
  } finally {
    await orm.close();
    await client.end();
  }
}

/** The process of PostgreSQL that serves a connection. */
async function backendOf(query: (text: string) => Promise<{ pid: number }[]>): Promise<number> {
  const [row] = await query('select pg_backend_pid() as pid');
  return row?.pid ?? 0;
}
