import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { chainCalled } from '../platform/audit/audit.chain.js';
import type { ChainVerdict, KnownHead } from '../platform/audit/audit.verify.js';
import { print } from './print.js';
import { withDatabase } from './session.js';

const json = new Option('--json', 'one JSON value for scripts');

/** Adds the operator's commands for the audit log; `env` is the environment of the process. */
export function addAuditCommands(dai: Command, env: Readonly<Record<string, string | undefined>>): void {
  const audit = dai.command('audit').description('the audit log');
  audit
    .command('export')
    .description(
      'print every entry with its hash, and the heads, as lines of JSON that scripts/verify-audit.mjs verifies without a server',
    )
    .option('--chain <name>', 'one chain alone: platform, or the id of an organization or a person', chainIdOf)
    .action(async (options: { chain?: string }) => {
      const { exportAudit } = await import('../platform/audit/audit.export.js');
      const write = (line: string): void => void process.stdout.write(`${line}\n`);
      const entries = await withDatabase(env, ({ orm }) => exportAudit(orm.em.fork(), write, options.chain));
      process.stderr.write(`${entries} entries\n`);
    });
  audit
    .command('verify')
    .description('recompute every hash chain and print its head; exit code 1 when one is broken')
    .option(
      '--heads <file>',
      'what an earlier run printed, kept where no owner of the database can change it: each of its heads must be found again',
      readHeads,
    )
    .addOption(json)
    .action(async (options: { heads?: KnownHead[]; json?: boolean }) => {
      const { verifyAudit } = await import('../platform/audit/audit.verify.js');
      const { appendWaiting } = await import('../platform/audit/audit.wait.js');
      const verdicts = await withDatabase(env, async ({ orm }) => {
        await appendWaiting(orm.em.fork());
        return verifyAudit(orm.em.fork(), options.heads);
      });
      print(verdicts, verdicts.length ? verdicts.map(lineOf) : ['The audit log is empty.'], options.json);
      if (verdicts.some(({ broken }) => broken.length)) process.exitCode = 1;
    });

  dai
    .command('erase <emailOrId>')
    .description('erase the values of audit entries written by or naming a person; hash chains stay valid')
    .requiredOption('--reason <text>')
    .addOption(json)
    .action(async (who: string, options: { reason: string; json?: boolean }) => {
      const { eraseFromAudit } = await import('./audit.erase.js');
      const erased = await withDatabase(env, (database) => eraseFromAudit(database, who, options.reason));
      print({ erased }, [`${erased} entries erased.`], options.json);
    });
}

/** The key of a chain by its name; anything else is wrong usage. */
function chainIdOf(name: string): string {
  const chain = chainCalled(name);
  if (!chain) throw new InvalidArgumentError('Expected platform, or an id that begins with org_ or usr_.');
  return chain.id;
}

/** A chain, its head, and what was found: the first three words are what `--heads` reads. */
function lineOf({ chain, entries, erased, head, broken }: ChainVerdict): string {
  const found = broken.length
    ? `BROKEN at ${broken.map(({ sequence, what }) => `${sequence} (${what})`).join(', ')}`
    : 'holds';
  return `${chain}  ${head?.sequence ?? 0}  ${head?.hash ?? 'no head'}  ${entries} entries, ${erased} erased  ${found}`;
}

/** The heads that a file holds, as `dai audit verify` printed them, with or without `--json`. A file without any is wrong usage. */
function readHeads(file: string): KnownHead[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new InvalidArgumentError('The file cannot be read.');
  }
  const heads = text.trimStart().startsWith('[') ? headsOfJson(text) : headsOfLines(text);
  if (heads.length === 0) throw new InvalidArgumentError('The file contains no heads printed by "dai audit verify".');
  return heads;
}

const LINE = /^(platform|(?:org|usr)_[0-9a-f-]{36})\s+(\d+)\s+([0-9a-f]{64})\s/;

const headsOfLines = (text: string): KnownHead[] =>
  text.split('\n').flatMap((line) => {
    const [, chain, sequence, hash] = LINE.exec(line) ?? [];
    return chain && hash ? [{ chain, sequence: Number(sequence), hash }] : [];
  });

function headsOfJson(text: string): KnownHead[] {
  try {
    const verdicts = JSON.parse(text) as Partial<ChainVerdict>[];
    return verdicts.flatMap(({ chain, head }) =>
      typeof chain === 'string' && typeof head?.sequence === 'number' && typeof head.hash === 'string'
        ? [{ chain, sequence: head.sequence, hash: head.hash }]
        : [],
    );
  } catch {
    throw new InvalidArgumentError('The file is not the output of "dai audit verify --json".');
  }
}
