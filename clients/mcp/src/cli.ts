import module from 'node:module';
import path from 'node:path';
import { Command } from 'commander';
import { VERSION } from '../../../mcp/version.js';
import { addMcpCommands } from '../../../server/commands/mcp.js';

/** Wrong usage is repeated to the operator, which must not put a credential into a log. */
const CREDENTIAL = /\b(dai_|dae_|dtk_)\w+/g;

// Beside the package, where no other user of the machine may write; a folder that cannot be written, or an older Node, has no cache.
module.enableCompileCache?.(path.join(import.meta.dirname, '..', '.cache'));

const dai = new Command('dai')
  .description('The MCP server of the developer adoption index')
  .version(VERSION)
  .showHelpAfterError('(dai --help lists the commands)')
  .configureOutput({ outputError: (text, write) => write(text.replace(CREDENTIAL, '$1…')) })
  .exitOverride();
addMcpCommands(dai, process.env);

try {
  await dai.parseAsync();
} catch (error) {
  const code = (error as { exitCode?: unknown }).exitCode;
  if (typeof code !== 'number') throw error;
  process.exitCode = code === 0 ? 0 : 2; // commander has said what is wrong
}
