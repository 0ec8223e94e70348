import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './precompress.ts';
import { tokenSheet } from './theme/tokens.sheet.ts';

const at = (...parts: string[]): string => path.join(import.meta.dirname, ...parts);

/** GraphiQL's style sheet carries its fonts as data, which the page's policy refuses; it gets ours instead. */
const noEmbeddedFonts: Plugin = {
  name: 'no-embedded-fonts',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/graphiql/dist/style.css') ? code.replace(/@font-face\s*\{[^}]*\}/g, '') : null,
};

/** The workspace and the documentation pages: one build, every asset below /admin/assets, nothing inlined as data. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  publicDir: false, // admin/public has sources: the pages for everyone
  plugins: [react(), tokenSheet, noEmbeddedFonts, precompress],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Pages that are opened for long work; each is one file that the browser keeps for a year.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: {
        workspace: at('index.html'),
        docs: at('docs', 'index.html'),
        api: at('docs', 'api.html'),
        guide: at('docs', 'guide.html'),
        graphiql: at('docs', 'graphiql.html'),
      },
      // The libraries' own compiler hints mean nothing to this bundler.
      checks: { moduleLevelDirective: false },
    },
  },
});
