export { auditOfDecision, decideHeldMeasure, listHeldMeasures } from './held-measure.operations.js';
export { thinMeasureHistory } from './measure.job.js';
export {
  type DatedMeasure,
  type HeldFigure,
  type MeasureOutcome,
  readHeld,
  settleHeld,
  writeMeasures,
} from './measure.query.js';
export {
  DecidedMeasure,
  DecideHeldMeasureInput,
  HeldMeasureList,
  HeldMeasuresArgs,
  MeasureHistory,
  MeasureHistoryArgs,
  PublicUse,
  PublicUseArgs,
  UseHistoryArgs,
} from './measure.types.js';
export { readMeasureHistory, readPublicUse, readUseHistory } from './public-use.operations.js';
export { type PublicRanking, readPublicRankings } from './public-use.query.js';
export { refreshMeasures } from './refresh.job.js';
export { type RefreshCounts, refreshRound } from './refresh.query.js';
export { askRegistry, type RegistryAnswer, type RegistryParts } from './registry.client.js';
export { registryForms } from './registry.rules.js';
