export { type CredentialKind, generateToken, hashToken, hintOf, readBearer, SCOPES } from '../credential.rules.js';
export {
  type EndingKey,
  endWorkflowTokens,
  findCredential,
  findEndingKeys,
  findKeyNames,
  findLiveAgentKeys,
  hasCreatorsRights,
  isLiveCredential,
  isLiveHash,
  type LiveAgentKey,
  loadBinding,
  workflowTokenIds,
  writeLastUses,
} from './credential.query.js';
export { CredentialResolver } from './credential.resolver.js';
export { openCredentialUses } from './credential-use.job.js';
export { noticeEndingKeys } from './enterprise-key.job.js';
export { storeEnterpriseKey } from './enterprise-key.operations.js';
export type { TrackingKey } from './key.types.js';
export { mcpUrlOf } from './mcp-config.rules.js';
export { curlOf, findTrackingKeys, storeTrackingKey } from './tracking-key.operations.js';
export { storeWorkflowToken } from './workflow-token.operations.js';
