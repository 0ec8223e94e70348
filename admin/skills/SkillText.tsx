import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FileLine } from './FileLine.js';
import { LINE_STYLE } from './line.style.js';
import { linesOf, type Mark } from './skill.labels.js';

/** More lines at once would hold the page up; a file of 256 KiB may have a quarter of a million. */
const LINES_AT_ONCE = 1_000;

interface SkillTextProps {
  readonly content: string;
  readonly marks: readonly Mark[];
  /** The line that a user asked for; each question is an object of its own, so that the same line can be asked for again. */
  readonly wanted: { readonly line: number } | null;
}

/** A SKILL.md as text, line by line: nothing in it is markup, nothing in it is a link, and what it hides is shown. */
export function SkillText({ content, marks, wanted }: SkillTextProps) {
  const lines = useMemo(() => linesOf(content), [content]);
  const file = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  useEffect(() => {
    if (wanted) setFirst(Math.floor((wanted.line - 1) / LINES_AT_ONCE) * LINES_AT_ONCE);
  }, [wanted]);
  useEffect(() => {
    const line = wanted && file.current?.querySelector<HTMLElement>(`[data-line="${wanted.line}"]`);
    if (!line || wanted.line <= first || wanted.line > first + LINES_AT_ONCE) return;
    line.scrollIntoView({ block: 'center' });
    line.focus({ preventScroll: true });
  }, [wanted, first]);
  const last = Math.min(first + LINES_AT_ONCE, lines.length);
  const shown = lines.slice(first, last);
  return (
    <>
      <Box
        ref={file}
        role="region"
        aria-label="SKILL.md as text"
        sx={{ ...LINE_STYLE, '--digits': `${String(last).length}ch` }}
      >
        {shown.map((line, index) => {
          const number = first + index + 1;
          return (
            <FileLine
              key={number}
              number={number}
              text={line}
              marks={marks.filter((mark) => mark.line === number)}
              here={wanted?.line === number}
            />
          );
        })}
        {lines.length === 0 && <Box sx={{ px: 3, color: 'var(--muted)' }}>The file is empty.</Box>}
      </Box>
      {lines.length > LINES_AT_ONCE && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 3 }}>
          <Button variant="outlined" disabled={first === 0} onClick={() => setFirst(first - LINES_AT_ONCE)}>
            Earlier lines
          </Button>
          <Button variant="outlined" disabled={last === lines.length} onClick={() => setFirst(first + LINES_AT_ONCE)}>
            Later lines
          </Button>
          <Box component="span" role="status" sx={{ color: 'var(--muted)' }}>
            Lines {(first + 1).toLocaleString('en')} to {last.toLocaleString('en')} of{' '}
            {lines.length.toLocaleString('en')}
          </Box>
        </Box>
      )}
    </>
  );
}
