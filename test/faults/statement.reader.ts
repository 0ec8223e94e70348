const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/**
 * Reads what one client says in PostgreSQL's protocol, in whatever pieces it comes, and reports each statement that it has run: the text
 * of a simple query, or that of a prepared one each time it is bound.
 */
export function openStatementReader(run: (text: string) => void): (sent: Buffer) => void {
  const prepared = new Map<string, string>();
  let buffered: Buffer = Buffer.alloc(0);
  let begun = false;

  function read(type: string, body: Buffer): void {
    const texts = body.toString('latin1').split('\0');
    if (type === 'Q') run(texts[0] ?? '');
    if (type === 'P') prepared.set(texts[0] ?? '', texts[1] ?? '');
    if (type === 'B') run(prepared.get(texts[1] ?? '') ?? '');
  }

  return (sent) => {
    buffered = buffered.length === 0 ? sent : Buffer.concat([buffered, sent]);
    for (;;) {
      const head = begun ? TYPE_BYTES : 0; // the first message of a connection has no type
      if (buffered.length < head + LENGTH_BYTES) return;
      const end = head + buffered.readInt32BE(head); // the length counts itself
      if (buffered.length < end) return;
      if (begun) read(String.fromCharCode(buffered[0] ?? 0), buffered.subarray(head + LENGTH_BYTES, end));
      begun = true;
      buffered = buffered.subarray(end);
    }
  };
}
