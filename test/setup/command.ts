import { Command } from 'commander';
import { vi } from 'vitest';
import { addServerCommands } from '../../server/commands/program.js';
import type { TestApp } from './app.js';
import { SESSION_SECRET } from './demo.js';

/** Runs a command of `dai` on an application's database and answers what it printed; rejects as the command line refuses. */
export async function runCommand({ databaseUrl }: Pick<TestApp, 'databaseUrl'>, ...words: string[]): Promise<string> {
  let printed = '';
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    const dai = new Command('dai').exitOverride();
    addServerCommands(dai, { DATABASE_URL: databaseUrl, SESSION_SECRET });
    await dai.parseAsync(words, { from: 'user' });
    return printed;
  } finally {
    output.mockRestore();
  }
}
