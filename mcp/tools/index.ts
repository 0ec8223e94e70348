import type { Tool } from '../tool.js';
import { buildBrief } from './build-brief.js';
import { enterpriseSessionBrief } from './enterprise-session-brief.js';
import { findPerks } from './find-perks.js';
import { getBuildPacket } from './get-build-packet.js';
import { getEnterpriseActions } from './get-enterprise-actions.js';
import { getEnterpriseContext } from './get-enterprise-context.js';
import { getEnterpriseReport } from './get-enterprise-report.js';
import { prepareSubmission } from './prepare-submission.js';
import { searchTools } from './search-tools.js';

/** Every tool, in the order in which hosts list them; an enterprise key lists those of both audiences (decisions §9). */
export const tools: readonly Tool[] = [
  searchTools,
  findPerks,
  buildBrief,
  getBuildPacket,
  prepareSubmission,
  getEnterpriseContext,
  getEnterpriseReport,
  getEnterpriseActions,
  enterpriseSessionBrief,
];
