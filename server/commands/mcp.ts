import { type Command, Option } from 'commander';
import { serveModes, serveOptions, serveVariables, UsageError } from '../../mcp/options.js';

/** `dai mcp serve`, which loads nothing of the server; `env` is the environment of the process. */
export function addMcpCommands(dai: Command, env: Readonly<Record<string, string | undefined>>): void {
  dai
    .command('mcp')
    .description('the tools for MCP hosts')
    .showHelpAfterError()
    .command('serve')
    .description('serve one MCP host over standard input and output')
    .option('--api <url>', 'where the API is, such as https://api.example.com')
    .addOption(new Option('--mode <mode>', 'public when absent').choices([...serveModes]))
    .addHelpText(
      'after',
      `\nVariables (flags win over them):\n${Object.entries(serveVariables)
        .map(([name, meaning]) => `  ${name.padEnd(22)}${meaning}`)
        .join(
          '\n',
        )}\n\nWindows of a coding agent's allowance go into spending in minutes and seconds: window_minutes of session logs is\nwindowDurationMins, resets_at and reset_at are resetsAt in seconds.`,
    )
    .action(async (flags: { api?: string; mode?: string }, command: Command) => {
      process.stderr.on('error', () => undefined); // a host that closed it still gets its answers
      const stop = untilSignal();
      try {
        const { serve } = await import('../../mcp/serve.js'); // no other command should wait for it
        await serve(serveOptions(flags, env), {
          input: process.stdin,
          output: process.stdout,
          say: (line) => void process.stderr.write(`${line}\n`),
          stop,
        });
        if (stop.aborted) process.exit(); // what a host does not read would hold the process
      } catch (error) {
        if (error instanceof UsageError)
          command.error(`error: ${error.message}`, { exitCode: 2, code: 'commander.usage' });
        throw error;
      }
    });
}

/** Aborted by the first SIGTERM or SIGINT. */
function untilSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stop.abort());
  return stop.signal;
}
