import { useEffect, useState } from 'react';

const SHOWN_MS = 2_000;

/** Puts a text on the clipboard; it appears with the script that makes it work. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [able, setAble] = useState(false);
  const [copied, setCopied] = useState(false);
  useEffect(() => setAble(Boolean(navigator.clipboard)), []);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  if (!able) return null;
  return (
    <button
      type="button"
      className="quiet"
      aria-label={`Copy ${what}`}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </button>
  );
}
