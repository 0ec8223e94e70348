import { askDownload } from './request.js';

const LAST_ENTRY = /^\{"type":"entry",.*?"sequence":(\d+),/;

/** Reads a whole audit log, piece by piece until its head has arrived, as `scripts/verify-audit.mjs` takes it; `onRead` gets the entries so far. */
export async function readAuditLog(
  organizationId: string | undefined,
  onRead: (entries: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const pieces: string[] = [];
  for (let after = 0; ; ) {
    const search = new URLSearchParams({ after: String(after), ...(organizationId ? { organizationId } : {}) });
    const text = await askDownload(`/api/exports/audit?${search}`, signal);
    pieces.push(text);
    const [last = '', before = ''] = text.trimEnd().split('\n').slice(-2).reverse();
    const entry = LAST_ENTRY.exec(last) ?? LAST_ENTRY.exec(before);
    if (entry) onRead(Number(entry[1]));
    if (!entry || last.startsWith('{"type":"head"')) return pieces.join('');
    after = Number(entry[1]);
  }
}
