import module from 'node:module';
import path from 'node:path';
import { PACKAGE_ROOT } from './package.root.js';

/**
 * Has Node keep what it compiles beside the installed packages, so that the next start only reads it. An older Node has no such cache, and
 * one that may not write there, or is told where by NODE_COMPILE_CACHE, goes on as it is. What is loaded after this module is kept.
 */
module.enableCompileCache?.(path.join(PACKAGE_ROOT, 'node_modules', '.cache', 'dai'));
