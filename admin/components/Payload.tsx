import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';
import { isRecord } from '../providers/problem.js';
import { VisuallyHidden } from './VisuallyHidden.js';

/** Objects deeper than this start folded; what is above is what people look for first. */
const OPEN_DEPTH_MAX = 3;

/** Pointers that are lit, with the reason; a reason is read out and shown on hover. */
type Lit = ReadonlyMap<string, string>;
const NONE_LIT: Lit = new Map();

/** A payload as JSON that can be folded, each member with its pointer: the name that errors use for it. */
export function Payload({ value, label, lit = NONE_LIT }: { value: unknown; label: string; lit?: Lit }) {
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        border: '1px solid var(--border)',
        borderRadius: 1,
        bgcolor: 'var(--raised)',
        p: 2,
        fontFamily: 'var(--mono)',
        fontSize: '0.8125rem',
        lineHeight: 1.7,
      }}
    >
      {membersOf(value).map(([name, member]) => (
        <Member key={name} name={name} value={member} pointer={`/${escaped(name)}`} depth={1} lit={lit} />
      ))}
    </Box>
  );
}

interface MemberProps {
  readonly name: string;
  readonly value: unknown;
  readonly pointer: string;
  readonly depth: number;
  readonly lit: Lit;
}

function Member({ name, value, pointer, depth, lit }: MemberProps) {
  const members = membersOf(value);
  const [open, setOpen] = useState(depth <= OPEN_DEPTH_MAX);
  const reason = lit.get(pointer);
  const line = {
    display: 'flex',
    width: '100%',
    gap: 2,
    justifyContent: 'space-between',
    alignItems: 'baseline',
    px: 1,
    ...(reason === undefined ? {} : LIT),
  };
  const place = (
    <Box
      component="span"
      sx={{ color: 'var(--muted)', fontSize: '0.75rem', flex: 'none', display: { xs: 'none', sm: 'inline' } }}
    >
      {pointer}
      {reason !== undefined && <VisuallyHidden>: {reason}</VisuallyHidden>}
    </Box>
  );
  if (members.length === 0) {
    return (
      <Box sx={line} title={reason ?? pointer}>
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'var(--accent)' }}>
            {name}
          </Box>
          {': '}
          {JSON.stringify(value)}
        </Box>
        {place}
      </Box>
    );
  }
  return (
    <Box>
      <ButtonBase
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        sx={{ ...line, font: 'inherit', textAlign: 'left', borderRadius: 1 }}
      >
        <span>
          <Box component="span" aria-hidden sx={{ color: 'var(--muted)', display: 'inline-block', width: '1.4em' }}>
            {open ? '▾' : '▸'}
          </Box>
          <Box component="span" sx={{ color: 'var(--accent)' }}>
            {name}
          </Box>
          {open ? ':' : `: ${Array.isArray(value) ? `[ ${members.length} ]` : `{ ${members.length} }`}`}
        </span>
        {place}
      </ButtonBase>
      {open && (
        <Box sx={{ pl: 4 }}>
          {members.map(([inner, member]) => (
            <Member
              key={inner}
              name={inner}
              value={member}
              pointer={`${pointer}/${escaped(inner)}`}
              depth={depth + 1}
              lit={lit}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

const LIT = { borderLeft: '3px solid var(--accent)', bgcolor: 'var(--surface)', fontWeight: 600 };

function membersOf(value: unknown): (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [String(index), item]);
  return isRecord(value) ? Object.entries(value) : [];
}

/** JSON pointers write `~` and `/` inside a name as `~0` and `~1` (RFC 6901). */
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
