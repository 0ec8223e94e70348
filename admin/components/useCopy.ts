import { useState } from 'react';

/** Long enough to be read, short enough not to be taken for the next copy. */
const COPIED_MS = 3_000;

/** Copies text and says whether it went; where the browser gives no clipboard (plain http), the old command does it. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<void> } {
  const [copied, setCopied] = useState(false);
  const copy = async (text: string): Promise<void> => {
    const done = navigator.clipboard ? await writeClipboard(text) : copyBySelection(text);
    setCopied(done);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return { copied, copy };
}

const writeClipboard = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => copyBySelection(text),
  );

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  // Inside an open dialog only what lies in the dialog can take the focus.
  (document.querySelector('[role="dialog"]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
