export { type CredentialKind, generateToken, hashToken, hintOf, readBearer } from '../credential.rules.js';
export { findLiveAgentKeys, type LiveAgentKey } from './agent-key.query.js';
export { type FoundCredential, findCredential, hasCreatorsRights, loadBinding } from './credential.find.js';
export {
  type EndingKey,
  findEndingKeys,
  findKeyNames,
  isLiveCredential,
  isLiveHash,
  workflowTokenIds,
} from './credential.query.js';
export { type CredentialUses, openCredentialUses } from './credential-uses.open.js';
export { noticeEndingKeys } from './enterprise-key.job.js';
export { storeEnterpriseKey } from './enterprise-key.operations.js';
export { EnterpriseKeyResolver } from './enterprise-key.resolver.js';
export { writeLastUses } from './last-uses.write.js';
export { mcpUrlOf } from './mcp-config.rules.js';
export { createTrackingKey, curlOf, storeTrackingKey } from './tracking-key.create.js';
export { findTrackingKeys, listTrackingKeys } from './tracking-key.list.js';
export { revokeTrackingKey } from './tracking-key.revoke.js';
export { WorkflowTokenResolver } from './workflow-token.resolver.js';
export { SCOPES } from './workflow-token.rules.js';
export { storeWorkflowToken } from './workflow-token.store.js';
export { endWorkflowTokens } from './workflow-tokens.end.js';
