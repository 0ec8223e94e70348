import { fillCatalog, judgedQuestions, TOOLS } from './directory.ground.js';
import type { Measured } from './generator.order.js';
import type { Ground } from './ground.open.js';
import { hello } from './load.orders.js';
import type { HttpOrder, QueryOrder } from './load.types.js';
import { judged, type RatioRow, spreadOf } from './result.ratios.js';
import { WrongAnswers } from './round.measure.js';
import type { Plan } from './round.plan.js';

/** Clients of the bare query and of the directory where their latencies are compared. */
const CLIENTS = 8;
/** So many different questions that no cache of answers has them: each costs a search. */
const DISTINCT = 4_000;

const BARE_QUERY = `select id, slug, name, summary, categories, pricing_model, maturity from tool
  where lower(name) >= $1 and lower(name) < $2 order by lower(name) limit 10`;

interface DirectoryRound {
  readonly hello: Measured;
  readonly bare: Measured;
  readonly distinct: Measured;
  readonly repeated: Measured;
  readonly known: Measured;
}

/** Measures the directory with 10,000 tools beside an Express hello and the bare indexed query, and answers the rows of its table. */
export async function measureDirectory(ground: Ground, plan: Plan, databaseUrl: string): Promise<RatioRow[]> {
  const names = await fillCatalog(databaseUrl);
  const questions = judgedQuestions();
  const orders = ordersOf(ground, plan, databaseUrl, names, questions);
  for (const order of Object.values(orders))
    await run(ground, { ...order, leadMs: plan.warmUpMs, windowMs: plan.leadMs });
  const rounds: DirectoryRound[] = [];
  for (let round = 0; round < plan.rounds; round += 1)
    rounds.push({
      bare: await run(ground, orders.bare),
      distinct: await run(ground, orders.distinct),
      repeated: await run(ground, orders.repeated),
      hello: await run(ground, orders.hello),
      known: await run(ground, orders.known),
    });
  const row = (
    name: string,
    target: number,
    wants: RatioRow['wants'],
    ratio: (round: DirectoryRound) => number,
  ): RatioRow => judged({ name, target, wants, ratio: spreadOf(rounds.map(ratio)) });
  const perSecond = ({ requests, seconds }: Measured): number => requests / seconds;
  return [
    row(
      `directory context, ${TOOLS.toLocaleString('en-US')} tools: p99 of new questions ÷ bare indexed query`,
      3,
      'at most',
      ({ distinct, bare }) => distinct.p99Ms / bare.p99Ms,
    ),
    row(
      'directory context, repeated questions ÷ Express hello',
      0.3,
      'at least',
      ({ repeated, hello: least }) => perSecond(repeated) / perSecond(least),
    ),
    row(
      'directory context, answers known by ETag (304) ÷ Express hello',
      0.3,
      'at least',
      ({ known, hello: least }) => perSecond(known) / perSecond(least),
    ),
  ];
}

async function run({ generator, gatewayAlone, postmaster }: Ground, order: HttpOrder | QueryOrder): Promise<Measured> {
  const report = await generator.run(order, gatewayAlone.pid, postmaster);
  if (report.wrong > 0) throw new WrongAnswers(`${report.wrong} wrong answers; the first was ${report.firstWrong}`);
  return report;
}

function ordersOf(
  ground: Ground,
  plan: Plan,
  databaseUrl: string,
  names: readonly string[],
  questions: readonly string[],
) {
  const at = (q: string, limit: number): string => `/api/directory/context?q=${encodeURIComponent(q)}&limit=${limit}`;
  const http = (connections: number, paths: readonly string[], expected: string): HttpOrder => ({
    ...hello(ground, plan),
    port: ground.gatewayAlone.port,
    path: paths[0] ?? '',
    morePaths: paths.slice(1),
    connections,
    expected: { first: [expected], again: [] },
  });
  const requested = questions.map((q) => at(q, 10));
  const distinct = Array.from({ length: DISTINCT }, (_item, index) => {
    const question =
      index % 2 ? (names[(index * 7919) % names.length] ?? '') : (questions[(index / 2) % questions.length] ?? '');
    return at(question, 1 + (index % 20));
  });
  const bare: QueryOrder = {
    kind: 'query',
    databaseUrl,
    clients: CLIENTS,
    text: BARE_QUERY,
    values: names.slice(0, DISTINCT).map((name) => {
      const prefix = name.toLowerCase().slice(0, 3);
      return [prefix, `${prefix}\u{10ffff}`];
    }),
    leadMs: plan.leadMs,
    windowMs: plan.windowMs,
  };
  return {
    hello: hello(ground, plan),
    bare,
    distinct: http(CLIENTS, distinct, '"receipt"'),
    repeated: http(64, requested, '"receipt"'),
    known: { ...http(64, requested, ''), ifNoneMatch: '*' },
  };
}
