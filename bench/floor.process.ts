import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { newUuid } from '../server/platform/ids.js';
import { insertEvents } from '../server/tracking/ingest/event.query.js';
import type { EventRow } from '../server/tracking/ingest/event-row.rules.js';

/**
 * The least that one Node process can do for an event that is stored: `node:http`, JSON.parse, and the gateway's own insert of the rows that came while
 * the one before was under way. It checks nothing, knows no key, counts no limit and keeps no log.
 */
const GROUP_MAX = 500;

const client = new pg.Client({ connectionString: process.argv[2] });
await client.connect();
const organizationId = newUuid();
const productUuid = newUuid();
const fingerprint = Buffer.alloc(32, 0x5a);

interface Waiting {
  readonly row: EventRow;
  readonly res: ServerResponse;
}

const waiting: Waiting[] = [];
let running = false;

interface Sent {
  readonly idempotencyKey: string;
  readonly event_name: string;
  readonly developer_id: string;
  readonly account_domain: string;
  readonly occurredAt: string;
}

const rowOf = (text: string, event: Sent): EventRow => ({
  id: newUuid(),
  organizationId,
  productUuid,
  idempotencyKey: event.idempotencyKey,
  eventName: event.event_name,
  eventFamily: 'activation',
  developerId: event.developer_id,
  accountDomain: event.account_domain,
  registeredDomain: null,
  vendorOwnDomain: false,
  freeMail: false,
  campaignId: 'launch-2026',
  occurredAt: new Date(event.occurredAt),
  receivedAt: new Date(),
  source: 'api',
  dataLabel: 'sample',
  fingerprintVersion: 2,
  fingerprint,
  payloadJson: text,
  projectUuid: null,
});

async function drain(): Promise<void> {
  while (waiting.length > 0) {
    const group = waiting.splice(0, GROUP_MAX);
    const rows = group.map(({ row }) => row).sort((a, b) => (a.idempotencyKey < b.idempotencyKey ? -1 : 1));
    const inserted = await insertEvents(client, rows, 'arrays');
    for (const { row, res } of group) {
      const text = `{"tracked":true,"duplicate":${!inserted.has(row.id)},"eventId":"${row.id}"}`;
      res.writeHead(200, ['Content-Type', 'application/json', 'Content-Length', String(text.length)]);
      res.end(text, 'latin1');
    }
  }
  running = false;
}

const server = createServer((req, res) => {
  let text = '';
  req.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  req.on('end', () => {
    waiting.push({ row: rowOf(text, JSON.parse(text) as Sent), res });
    if (running) return;
    running = true;
    setImmediate(() => void drain());
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
