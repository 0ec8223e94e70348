import type { Router } from 'express';
import express from 'express';
import { takesOnly } from '../server/platform/http/methods.js';
import { buildSearch, buildSearchByPost } from './api/build/search.js';
import { directoryChanges } from './api/directory/changes.js';
import { compareTools } from './api/directory/compare.js';
import { directoryContext } from './api/directory/context.js';
import { directoryCoverage } from './api/directory/coverage.js';
import { explainResult } from './api/directory/explain.js';
import { adoptionExport } from './api/exports/adoption.js';
import { auditExport } from './api/exports/audit.js';
import { eventExport } from './api/exports/events.js';
import { catalogImport } from './api/imports/catalog.js';
import { trackingCsv } from './api/imports/tracking-csv.js';
import { searchBalance, syncSearchBalance } from './api/me/usage/providers/search_api.js';
import { syncWebDataBalance, webDataBalance } from './api/me/usage/providers/web_data_api.js';
import { removeSpending, spending, storeSpending } from './api/me/usage/spending.js';
import { reportUsage, usage } from './api/me/usage.js';
import { publicProject } from './api/projects.js';
import { eventById, eventByKey } from './api/usage/events.js';
import { batch } from './api/usage/track/batch.js';
import { dryRun } from './api/usage/track/dry-run.js';
import { track } from './api/usage/track.js';
import { agentRank, publicAdoption } from './api/v1/adoption.js';
import { agentSkills } from './api/workflow/agent-skills.js';
import { buildPacket, buildPacketByPost } from './api/workflow/build-packet.js';
import { workflowContext } from './api/workflow/context.js';
import { issueMcpConfig, mcpConfig } from './api/workflow/mcp-config.js';
import { createDraft, drafts, editDraft } from './api/workflow/projects/draft.js';
import { ownProject, ownProjects, publishProject } from './api/workflow/projects.js';
import { revokeToken, tokens } from './api/workflow/tokens.js';
import { type Download, downloadHandler } from './download.js';
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
  explainResult,
  compareTools,
  directoryCoverage,
  publicAdoption,
  agentRank,
  buildSearch,
  buildSearchByPost,
  buildPacket,
  buildPacketByPost,
  mcpConfig,
  issueMcpConfig,
  tokens,
  revokeToken,
  workflowContext,
  agentSkills,
  createDraft,
  editDraft,
  drafts,
  publishProject,
  ownProjects,
  ownProject,
  publicProject,
  searchBalance,
  syncSearchBalance,
  webDataBalance,
  syncWebDataBalance,
  spending,
  storeSpending,
  removeSpending,
  usage,
  reportUsage,
  mcpServers,
  mcpServerVersions,
  mcpServerVersion,
];

/** The paths that take a file. */
export const uploads: readonly Upload[] = [trackingCsv, catalogImport];

/** The paths whose answer is a stream. */
export const downloads: readonly Download[] = [adoptionExport, auditExport, eventExport];

/** The methods of HTTP that a shim answers. */
const METHODS: Record<Shim['method'], readonly string[]> = {
  get: ['GET', 'HEAD'],
  post: ['POST'],
  patch: ['PATCH'],
  delete: ['DELETE'],
};

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Express routes of the table; another method on a known path is 405 with Allow. */
export function shimRoutes(runner: Runner): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const methods = new Map<string, string[]>();
  for (const shim of shims) {
    const path = expressPath(shim.path);
    router[shim.method](path, shimHandler(shim, runner));
    methods.set(path, [...(methods.get(path) ?? []), ...METHODS[shim.method]]);
  }
  for (const upload of uploads) {
    router.post(upload.path, uploadHandler(upload, runner));
    methods.set(upload.path, ['POST']);
  }
  for (const download of downloads) {
    router.get(download.path, downloadHandler(download, runner));
    methods.set(download.path, ['GET', 'HEAD']);
  }
  for (const [path, allowed] of methods) router.all(path, takesOnly(...allowed));
  return router;
}
