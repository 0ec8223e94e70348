import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';
import { newUuid } from '../server/platform/ids.js';
import { handwrittenInsert, insertValues } from './row.sql.js';

/**
 * The servers that we are compared with: an Express hello, and the handler that one writes by hand: parse, look, one INSERT, answer. It checks
 * no key, counts no limit, keeps no log, and its pool is as large as was best for it.
 */
const POOL_MAX = 16;

const databaseUrl = process.argv[2];
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

const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
