export { type CountedLabel, evidenceText, OF_ORGANIZATION, SCOPE } from './evidence.query.js';
export { readToolProofs, type ToolProof } from './project-evidence.query.js';
export { openProjectLinks } from './project-links.open.js';
export {
  DAILY_EVENTS_MAX,
  type EvidenceFigures,
  type FigureOfPeople,
  hasFirstParty,
  movementKey,
  readSourcesBeside,
  readToolTruths,
  type Source,
  type ToolTruth,
  type Top,
  type WantedMovement,
  type WindowFigures,
} from './tool-figures.query.js';
