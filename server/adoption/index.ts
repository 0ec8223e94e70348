import 'reflect-metadata';

export { AdoptionResolver } from './adoption.resolver.js';
export { foldDaily } from './daily.fold.js';
export { readToolProofs, type ToolProof } from './project-evidence.read.js';
export { openProjectLinks } from './project-links.open.js';
