import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { INHERITED } from '../setup/process.environment.js';
import { buildIfStale } from './gateway.process.js';

const CLI = path.resolve(import.meta.dirname, '../../dist/server/cli.js');
beforeAll(buildIfStale);

/** Judges an adapter that is a script of the shell. */
function judge(script: string, ...options: string[]) {
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    [CLI, 'conformance', ...options, '--', 'sh', '-c', script],
    { encoding: 'utf8', env: INHERITED, timeout: 60_000 },
  );
  return { status, signal, stderr };
}

const ENDLESS = `exec yes "$(printf '%8000s' x)"`;

describe('dai conformance', () => {
  it.each([
    ['ends before it says anything', 'exit 0', 'The adapter has ended.'],
    ['closes its output and stays', 'exec 1>&-; exec sleep 600', 'The adapter has ended.'],
    ['writes without end', ENDLESS, 'The adapter writes without end.'],
    ['complains without end', `exec 3>&1; ${ENDLESS} >&2`, 'The adapter writes without end.'],
  ])('ends by itself with an adapter that %s', (_, script, reason) => {
    expect(judge(script)).toEqual({ status: 1, signal: null, stderr: `The adapter cannot be used: ${reason}\n` });
  });
});
