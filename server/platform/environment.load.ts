import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError, processEnvironment } from './config.js';
import { PACKAGE_ROOT } from './package.root.js';

/**
 * Adds what `.env` beside the checkout says to the environment, which wins where it has a name already, be it empty (decisions §11). `ENV_FILE`
 * names another file. A relative DATA_DIR in it lies beside the file. Not the working directory's: a command that is called in another project would take that project's database.
 * Throws a ConfigError when the named file, or one that is there, can't be read.
 */
export function loadEnvironment(
  environment: Record<string, string | undefined> = processEnvironment,
  folder = PACKAGE_ROOT,
): void {
  const named = environment.ENV_FILE;
  const file = named || path.join(folder, '.env');
  for (const [name, value] of Object.entries(parseEnv(textOf(file, named ? 'ENV_FILE' : '.env'))))
    environment[name] ??= name === 'DATA_DIR' && value ? path.resolve(path.dirname(file), value) : value;
}

function textOf(file: string, source: 'ENV_FILE' | '.env'): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (source === '.env' && code === 'ENOENT') return '';
    throw new ConfigError([`${source} ${file} can't be read (${code})`]);
  }
}
