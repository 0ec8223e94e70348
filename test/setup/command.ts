import { Command, CommanderError } from 'commander';
import { vi } from 'vitest';
import { addServerCommands } from '../../server/commands/program.js';
import type { TestApp } from './app.js';
import { SESSION_SECRET } from './demo.js';

/** The database that a command works on, and what else its environment says. */
type Commanded = Pick<TestApp, 'databaseUrl'> & { readonly env?: Readonly<Record<string, string>> };

/** Runs a command of `dai` on an application's database and answers what it printed; rejects as the command line refuses. */
export async function runCommand({ databaseUrl, env }: Commanded, ...words: string[]): Promise<string> {
  let printed = '';
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    const dai = new Command('dai').exitOverride();
    addServerCommands(dai, { ...env, DATABASE_URL: databaseUrl, SESSION_SECRET });
    await dai.parseAsync(words, { from: 'user' });
    return printed;
  } finally {
    output.mockRestore();
  }
}

/** How a command ended: as `runCommand`, with the exit code of the command line and what was wrong. */
export async function endCommand(
  app: Commanded,
  ...words: string[]
): Promise<{ code: number; out: string; errors: string }> {
  try {
    const out = await runCommand(app, ...words);
    return { code: Number(process.exitCode ?? 0), out, errors: '' };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { code: error instanceof CommanderError ? 2 : 1, out: '', errors: error.message };
  } finally {
    process.exitCode = undefined; // the command's, not that of the tests
  }
}
