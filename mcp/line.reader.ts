const NEWLINE = 0x0a;

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
