import type { Plugin } from 'vite';
import { tokensCss } from './tokens.css.ts';

/** The tokens as a style sheet: `import 'virtual:tokens.css'`. */
export const tokenSheet: Plugin = {
  name: 'token-sheet',
  resolveId: (id) => (id === 'virtual:tokens.css' ? id : null),
  load: (id) => (id === 'virtual:tokens.css' ? tokensCss() : null),
};
