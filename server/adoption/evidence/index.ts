export { type CountedLabel, evidenceText } from './evidence.query.js';
export { readToolProofs, type ToolProof } from './project-evidence.query.js';
export { openProjectLinks } from './project-links.open.js';
export { type Held, readToolFigures, type ToolFigures } from './tool-figures.query.js';
