import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { readPublicationSecret, readToolTruths, snapshotJob } from '../../server/adoption/index.js';
import { storedUuid } from '../../server/platform/ids.js';
import { startApp, type TestApp } from './app.js';
import { ask, askGraphql } from './ask.js';
import { query } from './database.js';
import { linkTool, setDomainVerified } from './evidence.js';
import { workOf } from './jobs.js';
import { type Company, makeCompany } from './people.js';
import { withholdOf } from './publication.js';
import { openStatementCount } from './statements.js';
import { foldAndAnnounce, makeWebhook } from './webhooks.js';

const DAY_MS = 86_400_000;
const HOST = 'dai.example';
const REQUEST_ID = randomUUID();

/** One event of a company's server. */
export interface TwinEvent {
  readonly developer: string;
  readonly account: string | null;
  readonly daysAgo: number;
  readonly name:
    | 'FIRST_API_CALL'
    | 'RETURNED_AFTER_7_DAYS'
    | 'USED'
    | 'MCP_TOOL_CALL_SUCCEEDED'
    | 'MCP_TOOL_CALL_FAILED';
}

/** A world: the events of each tool, and what is withheld of one of them. */
export interface TwinWorld {
  readonly events: Readonly<Record<string, readonly TwinEvent[]>>;
  readonly withheld: {
    readonly of: string;
    readonly accounts: number;
    readonly developers: number;
    readonly events: number;
  };
  /** The tool that is suppressed: of its accounts so few are withheld that it never falls below a cohort, by chance, in one of the worlds. */
  readonly suppressed: { readonly of: string; readonly accountsAtMost: number };
  /** The events of a company whose tool isn't shown. */
  readonly ofStranger: readonly TwinEvent[];
}

/** A public answer, to the byte: its status, every header that isn't of the moment, and its body. */
export interface PublicAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const OF_THE_MOMENT = new Set(['date', 'x-request-id', 'ratelimit', 'ratelimit-policy', 'keep-alive', 'connection']);

/** A call of a tool, as a receipt in the event tells of it. */
const receiptOf = ({ developer, account, name }: TwinEvent, product: object, idempotencyKey: string) => ({
  contract: 'service-usage-receipt-v1',
  receiptType: 'mcp_tool_call',
  product,
  user: { id: developer },
  account: { domain: account },
  workflow: { id: 'a-flow', runId: 'a-run' },
  mcpServer: 'a-server',
  mcpTool: 'a-tool',
  requestCount: 1,
  latencyMs: 80,
  success: name === 'MCP_TOOL_CALL_SUCCEEDED',
  idempotencyKey,
});

function bodyOf(event: TwinEvent, productId: string, now: Date): object {
  const { developer, account, daysAgo, name } = event;
  const [product, idempotencyKey] = [{ id: productId, name: 'An API', type: 'api' }, randomUUID()];
  return {
    event_name: name,
    ...(name === 'USED' ? { event_family: 'evaluation' } : {}),
    ...(name.startsWith('MCP') ? { metadata: { usageReceipt: receiptOf(event, product, idempotencyKey) } } : {}),
    developer_id: developer,
    ...(account === null ? {} : { account_domain: account }),
    product,
    occurredAt: new Date(now.getTime() - daysAgo * DAY_MS).toISOString(),
    idempotencyKey,
  };
}

async function sendOfTool(app: TestApp, slug: string, events: readonly TwinEvent[], now: Date): Promise<void> {
  const company = await makeCompany(app);
  await setDomainVerified(app, company.organizationId);
  await linkTool(app, company, await toolIdOf(app, slug));
  await send(app, company, events, now);
}

async function send(app: TestApp, company: Company, events: readonly TwinEvent[], now: Date): Promise<void> {
  for (let from = 0; from < events.length; from += 50) {
    const batch = events.slice(from, from + 50).map((event) => bodyOf(event, company.productId, now));
    const reply = await ask(`${app.url}/api/usage/track/batch`, {
      token: company.trackingKey,
      body: { events: batch },
    });
    if (reply.status !== 200 || /"refused"/.test(reply.text)) throw new Error(reply.text);
  }
}

async function toolIdOf({ app }: TestApp, slug: string): Promise<string> {
  const tool = (await app.parts.catalog.read()).bySlug.get(slug);
  if (!tool) throw new Error(`the catalog has no ${slug}`);
  return tool.id;
}

/** Makes the snapshot that is due as the worker does, under a name and a time that other worlds have too. */
async function publish(app: TestApp, now: Date, id: string): Promise<void> {
  await app.clock.at(now, () =>
    snapshotJob(readToolTruths, () => readPublicationSecret(app.databaseUrl)).run(workOf(app), {}),
  );
  await query(
    app.databaseUrl,
    'update adoption_snapshot set id = $1, created_at = $2 where day = (select max(day) from adoption_snapshot)',
    [id, now],
  );
}

/** Another company, which sends the same in every world and hears of its new accounts. */
const STRANGER = 'stranger-api';

async function makeStranger(app: TestApp, events: readonly TwinEvent[], now: Date): Promise<Company> {
  const company = await makeCompany(app, STRANGER);
  await makeWebhook(app, company, 'https://hooks.stranger.com/dai');
  await send(app, company, events, now);
  return company;
}

/** Answers to a company that has a key and a session, without the ids that were drawn for it. */
function strangerIn(app: TestApp, { organizationId, owner, trackingKey }: Company, now: Date) {
  const ofWorld = (text: string): string =>
    [organizationId, owner.id].reduce((rest, id) => rest.replaceAll(id, 'its own'), text);
  return {
    /** Answers of dry-runs to each of these events. */
    dryRun: (events: readonly TwinEvent[]) =>
      Promise.all(
        events.map(async (event) => {
          const { status, text } = await ask(`${app.url}/api/usage/track/dry-run`, {
            token: trackingKey,
            body: bodyOf(event, STRANGER, now),
          });
          return { status, text: ofWorld(text) };
        }),
      ),
    /** The answer to a query of its own; `$o` is its organization. */
    async query(document: string): Promise<string> {
      const { data, errors } = await askGraphql(app, document, { o: organizationId }, { cookie: owner.cookie });
      return ofWorld(JSON.stringify({ data, errors }));
    },
    /** The messages that are sent to its webhook, in the order of their subjects. */
    async messages(): Promise<{ type: string; subject: string }[]> {
      return query(
        app.databaseUrl,
        "select type, subject from webhook_message where organization_id = replace($1, 'org_', '')::uuid order by 1, 2",
        [organizationId],
      );
    },
  };
}

/** Lives through two days of a world, and opens it to readers; each world has the same addresses and the same time. */
export async function liveThrough(world: TwinWorld, now: Date, ids: readonly [string, string]) {
  const app = await startApp();
  const { of, ...withheld } = world.withheld;
  const [tool, suppressed] = await Promise.all(
    [of, world.suppressed.of].map(async (slug) => storedUuid('tol', await toolIdOf(app, slug))),
  );
  await withholdOf(
    app.databaseUrl,
    tool ?? '',
    withheld,
    (withheldOfTool) => withheldOfTool(suppressed ?? '').accounts <= world.suppressed.accountsAtMost,
  );
  for (const [slug, events] of Object.entries(world.events)) await sendOfTool(app, slug, events, now);
  const stranger = await makeStranger(app, world.ofStranger, now);
  await query(
    app.databaseUrl,
    "update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc'",
  );
  await foldAndAnnounce(app);
  await publish(app, now, ids[0]);
  const nextDay = new Date(now.getTime() + DAY_MS);
  await publish(app, nextDay, ids[1]);
  const url = `http://${HOST}`;
  const statements = await openStatementCount(app.databaseUrl);
  const reader = await startApp({ databaseUrl: statements.url, env: { BASE_URL: url, WORKSPACE_URL: url } });
  return {
    stranger: strangerIn(app, stranger, now),
    statements,
    read: (path: string, body?: string): Promise<PublicAnswer> =>
      reader.clock.at(nextDay, () => readBytes(reader.address, path, body)),
    async close() {
      await reader.close();
      await statements.close();
      await app.close();
    },
  };
}

function readBytes(address: string, path: string, body?: string): Promise<PublicAnswer> {
  const { hostname, port } = new URL(address);
  const headers = {
    host: HOST,
    'accept-encoding': 'identity',
    'x-request-id': REQUEST_ID,
    ...(body ? { 'content-type': 'application/json', accept: 'application/json, text/event-stream' } : {}),
  };
  return new Promise((resolve, reject) => {
    const requested = request({ hostname, port, path, method: body ? 'POST' : 'GET', headers }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('error', reject);
      res.on('end', () => {
        const known = Object.entries(res.headers).filter(([name]) => !OF_THE_MOMENT.has(name));
        resolve({
          status: res.statusCode ?? 0,
          headers: Object.fromEntries(known.map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(parts).toString('latin1'),
        });
      });
    });
    requested.on('error', reject);
    requested.end(body);
  });
}
