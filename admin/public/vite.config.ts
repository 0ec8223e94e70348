import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { precompress } from '../precompress.ts';
import { tokenSheet } from '../theme/tokens.sheet.ts';

const at = (...parts: string[]): string => path.join(import.meta.dirname, ...parts);

/**
 * The public pages, built twice: with --ssr the renderer that the gateway loads, which brings all that it needs along; without, the script
 * and the styles that the browser loads. Both name the files alike, since names are digests of what is in them.
 */
export default defineConfig(
  ({ isSsrBuild }): UserConfig => ({
    root: import.meta.dirname,
    base: '/',
    publicDir: false,
    plugins: [react(), tokenSheet, precompress],
    // The server's build would leave the choice between React's two forms to the process that loads it.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: isSsrBuild
      ? {
          outDir: 'dist/server',
          emptyOutDir: true,
          assetsInlineLimit: 0,
          minify: true,
          rolldownOptions: { input: { render: at('render.tsx') } },
        }
      : {
          outDir: 'dist/client',
          emptyOutDir: true,
          manifest: 'manifest.json',
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          reportCompressedSize: false,
          rolldownOptions: { input: { client: at('client.tsx'), intake: at('intake.client.ts') } },
        },
  }),
);
