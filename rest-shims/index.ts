import type { Router } from 'express';
import express from 'express';
import { takesOnly } from '../server/platform/methods.js';
import { buildSearch } from './api/build/search.js';
import { directoryChanges } from './api/directory/changes.js';
import { directoryContext } from './api/directory/context.js';
import { catalogImport } from './api/imports/catalog.js';
import { trackingCsv } from './api/imports/tracking-csv.js';
import { eventById, eventByKey } from './api/usage/events.js';
import { batch } from './api/usage/track/batch.js';
import { dryRun } from './api/usage/track/dry-run.js';
import { track } from './api/usage/track.js';
import { buildPacket } from './api/workflow/build-packet.js';
import { type Runner, shimHandler } from './run-operation.js';
import type { Shim } from './shim.js';
import { type Upload, uploadHandler } from './upload.js';
import { mcpServers, mcpServerVersion, mcpServerVersions } from './v0.1/servers.js';

/** The whole table of REST paths; routes and the OpenAPI description are derived from it. */
export const shims: readonly Shim[] = [
  track,
  batch,
  dryRun,
  eventByKey,
  eventById,
  directoryContext,
  directoryChanges,
  buildSearch,
  buildPacket,
  mcpServers,
  mcpServerVersions,
  mcpServerVersion,
];

/** The paths that take a file. */
export const uploads: readonly Upload[] = [trackingCsv, catalogImport];

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Express routes of the table; another method on a known path is 405 with Allow. */
export function shimRoutes(runner: Runner): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const methods = new Map<string, string[]>();
  for (const shim of shims) {
    const path = expressPath(shim.path);
    router[shim.method](path, shimHandler(shim, runner));
    methods.set(path, [...(methods.get(path) ?? []), ...(shim.method === 'get' ? ['GET', 'HEAD'] : ['POST'])]);
  }
  for (const upload of uploads) {
    router.post(upload.path, uploadHandler(upload, runner));
    methods.set(upload.path, ['POST']);
  }
  for (const [path, allowed] of methods) router.all(path, takesOnly(...allowed));
  return router;
}
