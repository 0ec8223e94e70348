const NEWLINE = 0x0a;

/** Beyond this a line that has not ended is passed on as it comes. */
const HELD_BYTES_MAX = 64 * 1024;

/**
 * Passes a stream of bytes on line by line, each as `change` gives it back. A line that is longer than what is held passes unchanged, for
 * its sender must not decide how much is stored here.
 */
export function openLineChanger(
  change: (line: Buffer) => Buffer,
  pass: (bytes: Buffer) => void,
): { write(chunk: Buffer): void; end(): void } {
  let held: Buffer[] = [];
  let bytes = 0;
  let isLong = false;
  const take = (part: Buffer): void => {
    held.push(part);
    bytes += part.length;
  };
  const release = (edit: (line: Buffer) => Buffer): void => {
    if (bytes > 0) pass(edit(Buffer.concat(held)));
    held = [];
    bytes = 0;
  };
  const asItIs = (line: Buffer): Buffer => line;
  return {
    write(chunk) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
        take(chunk.subarray(from, end + 1));
        release(isLong || bytes > HELD_BYTES_MAX ? asItIs : change);
        isLong = false;
        from = end + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
      if (!isLong && bytes <= HELD_BYTES_MAX) return;
      isLong = bytes > 0;
      release(asItIs);
    },
    end: () => release(asItIs),
  };
}

/** Reads the lines of a stream of bytes whose chunks end anywhere; the last one is read once its newline has come. */
export function openLineReader(take: (line: string) => void): (chunk: Buffer) => void {
  let begun: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      take(Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8'));
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  };
}
