#!/usr/bin/env node
import './platform/compile-cache.js'; // first: what is loaded after it is kept
import { Command } from 'commander';
import { addMcpCommands } from './commands/mcp.js';
import { runOnOwnNode } from './commands/node.run.js';
import { CommandError, UsageError } from './commands/print.js';
import { StartError } from './platform/start.error.js';
import { RELEASE } from './platform/version.js';

const env = process.env;
process.stdout.on('error', endUnwritten);
/** Wrong usage is repeated to the operator, which must not put a credential into a log. */
const CREDENTIAL = /\b(dai_|dae_|dtk_)\w+/g;
const dai = new Command('dai')
  .description('Developer adoption index: adoption tracking, tool directory and private workflow')
  .version(RELEASE)
  .showHelpAfterError('(dai --help lists the commands)')
  .configureOutput({ outputError: (text, write) => write(text.replace(CREDENTIAL, '$1…')) })
  .exitOverride() // before the commands: those below others inherit it too, so that wrong usage ends with 2
  .addHelpText(
    'after',
    '\nExit codes: 0 done, 1 refused or failed, 2 wrong usage. The environment variables are in .env.example.',
  );

addMcpCommands(dai, env);
/** Only the commands that need it load the server: no MCP host should have to wait for it, and mapping a file needs none. */
const [, , group] = process.argv;
if (group !== 'mcp') {
  const ended = await runOnOwnNode(); // what is not for MCP hosts may need a newer Node than `engines` asks for
  if (ended !== null) process.exit(ended);
}
if (group !== 'mcp') (await import('./commands/cdp.js')).addCdpCommands(dai);
if (group !== 'mcp') (await import('./commands/conformance.js')).addConformanceCommand(dai);
const isLight = group === 'mcp' || group === 'cdp' || group === 'conformance';
let endTracing: (() => Promise<void>) | null = null;
if (group === 'serve') {
  // Traced modules are loaded after the tracing.
  const { loadEnvironment } = await import('./platform/environment.load.js');
  try {
    loadEnvironment(env);
  } catch {
    // The command reads it again, and says what is wrong with it.
  }
  endTracing = await (await import('./platform/telemetry/tracing.start.js')).startTracing();
}
const program = isLight ? null : await import('./commands/program.js');
program?.addServerCommands(dai, env);
const ASKS = new Set(['-h', '--help', '-V', '--version']);

/**
 * Commander answers `dai nonsense --help` with the help of `dai`, as if there were such a command, and looks at no word behind a flag that
 * asks for help or the version. Commands that have others below them have no options of their own.
 */
function refuseUnknown(from: Command, words: readonly string[]): void {
  const named = words.filter((word) => !ASKS.has(word));
  let asks = named.length < words.length;
  let at = from;
  for (const [index, word] of named.entries()) {
    if (at.commands.length === 0) {
      if (asks) refuseSurplus(at, named.slice(index));
      return;
    }
    if (word.startsWith('-')) continue;
    if (word === 'help' && named[index - 1] !== 'help') {
      asks = true;
      continue;
    }
    const next = at.commands.find((command) => command.name() === word);
    if (!next) return at.error(`error: unknown command '${word}'`, { exitCode: 2, code: 'commander.unknownCommand' });
    at = next;
  }
}

/** Commander itself refuses surplus words of a command that is to run. */
function refuseSurplus(at: Command, rest: readonly string[]): void {
  const most = at.registeredArguments.length;
  if (at.parseOptions([...rest]).operands.length > most)
    at.error(`error: too many arguments for '${at.name()}': expected ${most}`, {
      exitCode: 2,
      code: 'commander.excessArguments',
    });
}

/** A fault that the operator can mend: one line says it, without a stack. */
const isExpected = async (error: unknown): Promise<boolean> =>
  error instanceof CommandError ||
  error instanceof StartError ||
  error instanceof (await import('./platform/config.js')).ConfigError;

function endUnwritten(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return; // `dai … | head` has read what it wants
  process.stderr.write(
    `Standard output cannot be written${error.code === 'ENOSPC' ? ': there is no space left' : ''}.\n`,
  );
  process.exit(1);
}

/** Commander takes one word after `help`; of a command below another the whole path is asked about. */
function askedWords(words: readonly string[]): string[] {
  const [first, ...path] = words;
  return first === 'help' && path.length > 1 && !path.includes('help') ? [...path, '--help'] : [...words];
}

try {
  // An MCP host configures its server itself; what stands beside the checkout is for those who run the service.
  if (program) (await import('./platform/environment.load.js')).loadEnvironment(env);
  refuseUnknown(dai, process.argv.slice(2));
  await dai.parseAsync(askedWords(process.argv.slice(2)), { from: 'user' });
  await endTracing?.();
} catch (thrown) {
  const error = (await isExpected(thrown))
    ? thrown
    : (await import('./platform/database/server.check.js')).asStartError(thrown);
  if (error instanceof Error && 'exitCode' in error && 'code' in error && String(error.code).startsWith('commander.'))
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    const expected = await isExpected(error);
    process.stderr.write(`${error instanceof Error ? (!expected && error.stack) || error.message : String(error)}\n`);
    if (error instanceof UsageError) process.stderr.write('(dai --help lists the commands)\n');
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
