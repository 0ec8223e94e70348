import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { NODE_TOO_OLD, runsServer } from '../platform/node.rules.js';
import { EXIT_CODES, stopSignals } from '../platform/signals.js';

/** The Node that came with the package; null where there is none for this machine. */
function ownNode(): string | null {
  try {
    const name = `node-${process.platform}-${process.arch}/package.json`;
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), 'bin', 'node');
  } catch {
    return null;
  }
}

/**
 * Runs this very command on the Node that came with the package where the present one is too old for the server. Answers the exit code of
 * that run, 1 where no Node came with the package, or null when the command can go on here.
 */
export async function runOnOwnNode(): Promise<number | null> {
  if (runsServer(process.version)) return null;
  const node = ownNode();
  if (node === null) {
    process.stderr.write(`${NODE_TOO_OLD} No other one came with the package for this machine.\n`);
    return 1;
  }
  const child = spawn(node, ['--enable-source-maps', ...process.argv.slice(1)], { stdio: 'inherit' });
  // A terminal sends its signals to both; the command takes the second one for the same request.
  for (const name of stopSignals) process.on(name, () => child.kill(name));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? EXIT_CODES[signal ?? 'SIGTERM'] ?? 1));
  });
}
