export { AdoptionResolver } from './adoption.resolver.js';
export { foldDaily } from './daily.fold.js';
export { readToolEvidence, readToolProofs, type ToolProof } from './project-evidence.read.js';
export { openProjectLinks } from './project-link.ask.js';
