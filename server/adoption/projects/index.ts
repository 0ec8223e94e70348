export { readToolProofs, type ToolProof } from './project-evidence.read.js';
export { openProjectLinks } from './project-links.open.js';
