import type { FieldError } from '../components/field.labels.js';
import { showProblems } from './form.problems.js';
import { placeOf } from './form.rows.js';
import { valuesOf } from './form.values.js';

interface Checked {
  readonly problems: readonly FieldError[];
  readonly checks: readonly { readonly pointer: string; readonly reason: string }[];
  readonly complete: boolean;
  readonly refusal: string | null;
}

const PAUSE_MS = 700;
const RETRY_S = 20;

/**
 * Checks the form by the server's rules whenever its writer pauses. A field is spoken of once it was left or filled in for its writer; the
 * line above the button counts the rest. `seen` names those fields.
 */
export function checkWhileTyping(form: HTMLFormElement, address: string, seen: Set<string>): () => void {
  const line = form.querySelector<HTMLElement>('[data-form-state]');
  let timer = 0;
  let running: AbortController | null = null;
  const show = ({ problems, checks, complete, refusal }: Checked): void => {
    const values = valuesOf(form);
    const placed = problems.map((one) => ({ ...one, pointer: placeOf(form, values, one.pointer) }));
    const isSeen = ({ pointer }: FieldError): boolean =>
      [...seen].some((name) => name === pointer || name.startsWith(`${pointer}/`) || pointer.startsWith(`${name}/`));
    showProblems(form, placed.filter(isSeen));
    if (!line) return;
    const list = checks.map(({ reason }) => reason);
    const text = complete
      ? list.length
        ? `Complete. ${list.join(' ')}`
        : 'Complete: no check speaks against it so far.'
      : (refusal ?? `${problems.length === 1 ? 'One field is' : `${problems.length} fields are`} missing or wrong.`);
    if (line.textContent !== text) line.textContent = text;
  };
  const check = async (): Promise<void> => {
    running?.abort();
    running = new AbortController();
    const body = new URLSearchParams(Object.entries(valuesOf(form)));
    try {
      const reply = await fetch(address, { method: 'POST', body, signal: running.signal });
      if (reply.status === 429) later(Number(reply.headers.get('retry-after') ?? RETRY_S) * 1_000);
      else if (reply.headers.get('content-type')?.includes('json')) show((await reply.json()) as Checked); // of the same commit
    } catch {
      // Sending the form checks it as well.
    }
  };
  const later = (ms: number): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void check(), ms);
  };
  return () => later(PAUSE_MS);
}
