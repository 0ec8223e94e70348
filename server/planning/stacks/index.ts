export { PLAIN_PACKAGE } from './install.rules.js';
export { type Intent, normalizedIntent, readIntent } from './intent.read.js';
export { noticesOf } from './intent-notice.rules.js';
export { buildSearch } from './search.build.js';
export { capabilitiesOf, describeRoles, digestOf, gapsOf } from './stack.describe.js';
export { BuildSearch, BuildSearchArgs, IsIntent, PlanCapability, StackGap, StackRole } from './stack.types.js';
export { composeStacks } from './stack-compose.rules.js';
export { findParts } from './stack-parts.find.js';
export {
  firstEvent,
  TRACKING_KEY_VARIABLE,
  TRACKING_RULES,
  type TrackingEndpoints,
  trackingEndpoints,
} from './tracking-set-up.rules.js';
