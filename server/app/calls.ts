import type { Runner } from '../../rest-shims/run-operation.js';
import { auditExportArgsOf, exportAuditLog } from '../accounts/index.js';
import {
  AdoptionArgs,
  eventExportArgsOf,
  exportAdoption,
  exportArgsOf,
  exportEvents,
  readAdoption,
  readAgentRank,
} from '../adoption/index.js';
import { DirectoryContextArgs, readDirectoryContext, uploadCatalogImport } from '../directory/index.js';
import { TrackingResolver, uploadCsvImport } from '../tracking/index.js';

const tracking = new TrackingResolver();

/** The methods that REST calls without graphql-js, for speed (architecture, A request). */
export const directCalls: Runner['direct'] = {
  trackEvent: (ctx, { event }) => tracking.trackEvent(event, ctx),
  trackBatch: (ctx, { batch }) => tracking.recordBatchBody(batch, ctx),
  directoryContext: (ctx, args) => readDirectoryContext(ctx, Object.assign(new DirectoryContextArgs(), args)),
  adoption: (ctx, args) => readAdoption(ctx, Object.assign(new AdoptionArgs(), args)),
  agentRank: (ctx) => readAgentRank(ctx, {}),
  dryRunEvent: (ctx, { event }) => tracking.dryRunEvent(event, ctx),
};

/** The operations that read a file from the request themselves. */
export const uploads: Runner['uploads'] = {
  uploadCsvImport: (ctx) => uploadCsvImport(ctx, {}),
  uploadCatalogImport: (ctx) => uploadCatalogImport(ctx, {}),
};

/** The operations that write their answer themselves. */
export const downloads: Runner['downloads'] = {
  exportEvents: (ctx) => exportEvents(ctx, eventExportArgsOf(ctx.req.query)),
  exportAuditLog: (ctx) => exportAuditLog(ctx, auditExportArgsOf(ctx.req.query)),
  exportAdoption: (ctx) => exportAdoption(ctx, exportArgsOf(ctx.req.query)),
};
