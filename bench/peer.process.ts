import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import canonicalize from 'canonicalize';
import express from 'express';
import pg from 'pg';
import { newUuid } from '../server/platform/ids.js';
import { schemaErrors } from '../server/tracking/catalog/event.schema.js';
import { handwrittenInsert, insertValues } from './row.sql.js';

/**
 * The servers that we are compared with: an Express hello, and the handler that one writes by hand: parse, look, one INSERT, answer. It checks
 * no key, counts no limit, keeps no log, and its pool is as large as was best for it. The checked one knows its keys by their hashes, compares the
 * event with the same JSON Schema and stores the SHA-256 of its canonical form; it asks nothing of a rule that no schema expresses.
 */
const POOL_MAX = 16;

const [databaseUrl, trackingKey = ''] = process.argv.slice(2);
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const keys = new Map([[sha256(trackingKey).toString('hex'), 'the demo product']]);
const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_MAX });
const app = express();

app.get('/hello', (_req, res) => {
  res.json({ hello: 'world' });
});

app.post('/track', express.json(), async (req, res) => {
  const { event_name: name, idempotencyKey: key } = req.body;
  if (typeof name !== 'string' || typeof key !== 'string') {
    res.status(400).json({ error: 'event_name and idempotencyKey are required' });
    return;
  }
  const id = newUuid();
  const values = insertValues(id, key, JSON.stringify(req.body));
  const { rowCount } = await pool.query({ name: 'insert', text: handwrittenInsert, values });
  res.json({ tracked: true, duplicate: rowCount === 0, eventId: id });
});

app.post('/track-checked', express.json(), async (req, res) => {
  const token = req.headers.authorization?.replace(/^Bearer /, '') ?? '';
  if (!keys.has(sha256(token).toString('hex'))) {
    res.status(401).json({ error: 'unknown key' });
    return;
  }
  const errors = schemaErrors(req.body);
  if (errors.length > 0) {
    res.status(400).json({ error: errors });
    return;
  }
  const { idempotencyKey: key } = req.body;
  const payload = canonicalize(req.body) ?? '';
  const id = newUuid();
  const values = insertValues(id, key, payload, sha256(payload));
  const { rowCount } = await pool.query({ name: 'insert', text: handwrittenInsert, values });
  res.json({ tracked: true, duplicate: rowCount === 0, eventId: id });
});

const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
