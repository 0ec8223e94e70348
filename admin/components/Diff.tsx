import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Spelled } from './Spelled.js';
import { diffWords, type Run } from './word.diff.js';

/** One field as it is and as it would be; null is not known, or none. */
export interface FieldChange {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface DiffProps {
  readonly caption: string;
  readonly fields: readonly FieldChange[];
  /** Shown where a side is null. */
  readonly absent?: string;
}

/** The changes: the changed fields alone, old beside new, and the unchanged ones one click away. */
export function Diff({ caption, fields, absent = 'not known' }: DiffProps) {
  const [all, setAll] = useState(false);
  const changed = fields.filter(({ before, after }) => before !== after);
  const unchanged = fields.filter(({ before, after }) => before === after);
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      {changed.length === 0 && <Box sx={{ color: 'var(--muted)' }}>Nothing is changed yet.</Box>}
      {(changed.length > 0 || all) && (
        <Box
          component="dl"
          aria-label={caption}
          sx={{
            m: 0,
            width: '100%',
            border: '1px solid var(--border)',
            borderRadius: 1,
            bgcolor: 'background.paper',
            '& > div + div': { borderTop: '1px solid var(--border)' },
          }}
        >
          {changed.map((field) => (
            <Field key={field.label} absent={absent} {...field} />
          ))}
          {all && unchanged.map((field) => <Field key={field.label} absent={absent} {...field} />)}
        </Box>
      )}
      {unchanged.length > 0 && (
        <Button size="small" variant="outlined" aria-pressed={all} onClick={() => setAll(!all)}>
          {all ? 'Hide unchanged' : `Show unchanged (${unchanged.length})`}
        </Button>
      )}
    </Box>
  );
}

function Field({ label, before, after, absent }: FieldChange & { absent: string }) {
  const runs = before !== null && after !== null ? diffWords(before, after) : null;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '132px minmax(0, 1fr) minmax(0, 1fr)' },
        columnGap: 4,
        rowGap: 1,
        p: 3,
      }}
    >
      <Box component="dt" sx={{ color: 'var(--muted)', fontSize: '0.8125rem', lineHeight: '21px' }}>
        {label}
      </Box>
      {before === after ? (
        <Box component="dd" sx={{ m: 0, gridColumn: { sm: 'span 2' }, ...AS_WRITTEN }}>
          {before ?? <Absent label={absent} />}
        </Box>
      ) : (
        <>
          <Side sign="−" label="old" tone="bad" runs={runs ?? asRun('old', before)} only="old" absent={absent} />
          <Side sign="+" label="new" tone="good" runs={runs ?? asRun('new', after)} only="new" absent={absent} />
        </>
      )}
    </Box>
  );
}

const asRun = (kind: 'old' | 'new', text: string | null): Run[] => (text === null ? [] : [{ kind, text }]);

const Absent = ({ label }: { label: string }) => <span style={{ color: 'var(--muted)' }}>{label}</span>;

/** Line breaks are a part of a text, and a long word must not push the other side away. */
const AS_WRITTEN = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

interface SideProps {
  readonly sign: string;
  readonly label: string;
  readonly tone: 'good' | 'bad';
  readonly runs: readonly Run[];
  readonly only: 'old' | 'new';
  readonly absent: string;
}

function Side({ sign, label, tone, runs, only, absent }: SideProps) {
  const shown = runs.filter(({ kind }) => kind === 'same' || kind === only);
  return (
    <Box component="dd" sx={{ m: 0, display: 'flex', gap: 2, minWidth: 0 }}>
      <Box component="span" role="img" aria-label={label} sx={{ color: `var(--${tone})`, fontWeight: 600 }}>
        {sign}
      </Box>
      <Box sx={{ minWidth: 0, ...AS_WRITTEN }}>
        {shown.length === 0 && <Absent label={absent} />}
        {shown.map(({ kind, text }, index) =>
          kind === 'same' ? (
            <Spelled key={index} text={text} />
          ) : (
            <Box
              key={index}
              component={only === 'old' ? 'del' : 'ins'}
              sx={{
                color: `var(--${tone})`,
                textDecoration: only === 'old' ? 'line-through' : 'none',
                fontWeight: 500,
              }}
            >
              <Spelled text={text} />
            </Box>
          ),
        )}
      </Box>
    </Box>
  );
}
