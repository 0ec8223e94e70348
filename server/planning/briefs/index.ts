export { buildBrief, checkedConstraints, saveUrlOf, sceneOf } from './brief.build.js';
export { type Constraints, composeBrief } from './brief.compose.js';
export { BriefConstraints, BuildBrief, BuildBriefArgs, PlanContent, PlanStep } from './brief.types.js';
export { REACHES_PEOPLE } from './brief-questions.rules.js';
export { type ToolInStack, toolsOf } from './brief-tools.rules.js';
