/** A refusal that the operator can mend: one line on standard error, exit code 1. */
export class CommandError extends Error {}

/** A value that no such flag or argument can have: exit code 2, as for any other wrong usage. */
export class UsageError extends CommandError {}

/** How a command answers: lines for people, or one JSON value for scripts with `--json`. */
export function print(value: unknown, lines: readonly string[], json: boolean | undefined): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`);
}

/** Parses `--limit`; throws a UsageError for what is no whole number from 1 to `max`. */
export function readLimit(text: string, max: number): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > max)
    throw new UsageError(`--limit must be a whole number from 1 to ${max}`);
  return limit;
}
