export { foldDaily } from './daily.fold.js';
