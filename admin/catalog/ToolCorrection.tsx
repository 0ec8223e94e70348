import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { Diff } from '../components/Diff.js';
import { FieldGrid } from '../components/FieldGrid.js';
import { type Edits, problemOfField } from '../components/fields.js';
import { Section } from '../components/Page.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { isStale, StaleBar } from '../components/StaleBar.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { CatalogRecord } from '../providers/generated/operations.js';
import { correctionsOf, TOOL_FACTS, TOOL_GROUPS, type ToolFact, textOfFact } from './tool.fields.js';

const REASON_LENGTH_MAX = 500;
const today = (): string => new Date().toISOString().slice(0, 10);

/** Corrects facts of a tool: the fields, where the correction was read, and what it changes before it is made. */
export function ToolCorrection({ tool, onReload }: { tool: CatalogRecord; onReload: () => void }) {
  const [edits, setEdits] = useState<Edits<ToolFact>>({});
  const [source, setSource] = useState({ url: '', readAt: today() });
  const [reason, setReason] = useState('');
  const provider = useDataProvider();
  const notify = useNotify();
  const textOf = (fact: ToolFact) => edits[fact] ?? textOfFact(tool, fact);
  const changed = TOOL_FACTS.map(({ name }) => name).filter((fact) => textOf(fact).trim() !== textOfFact(tool, fact));
  const mutation = useApiMutation(
    () =>
      provider.create<CatalogRecord>('tool-corrections', {
        data: {
          ...correctionsOf(changed, textOf),
          slug: tool.slug,
          revision: tool.revision,
          reason: reason.trim(),
          source,
        },
      }),
    ['catalog-tools', 'tools'],
  );
  const correct = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    setEdits({});
    setReason('');
    setSource({ url: '', readAt: today() });
    notify('The record is corrected.');
  };
  const stale = isStale(mutation.problem);
  return (
    <form onSubmit={(event) => void correct(event)} noValidate>
      {TOOL_GROUPS.map(({ title, fields }) => (
        <Section key={title} title={title}>
          <FieldGrid
            fields={fields}
            textOf={textOf}
            problem={mutation.problem}
            onChange={(name, value) => setEdits((before) => ({ ...before, [name]: value }))}
          />
        </Section>
      ))}
      <Section title="Where you read it">
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' }, gap: 4, alignItems: 'start' }}>
          <TextField
            label="Address of the source"
            placeholder="https://"
            required
            margin="none"
            value={source.url}
            error={problemOfField(mutation.problem, 'source.url') !== null}
            helperText={problemOfField(mutation.problem, 'source.url') ?? 'Anyone can check the correction there.'}
            onChange={(event) => setSource({ ...source, url: event.target.value })}
            slotProps={{ htmlInput: { autoComplete: 'off', inputMode: 'url' } }}
          />
          <TextField
            label="Read on"
            type="date"
            required
            margin="none"
            value={source.readAt}
            error={problemOfField(mutation.problem, 'source.readAt') !== null}
            helperText={problemOfField(mutation.problem, 'source.readAt')}
            onChange={(event) => setSource({ ...source, readAt: event.target.value })}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <TextField
            label="Why"
            helperText={problemOfField(mutation.problem, 'reason') ?? 'Kept in the audit log.'}
            required
            margin="none"
            multiline
            minRows={2}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: REASON_LENGTH_MAX } }}
            sx={{ gridColumn: '1 / -1' }}
          />
        </Box>
      </Section>
      <Section title="What changes">
        <Diff
          caption="Changes of the record"
          fields={TOOL_FACTS.map(({ name, label }) => ({
            label,
            before: textOfFact(tool, name) || null,
            after: textOf(name).trim() || null,
          }))}
        />
      </Section>
      {mutation.problem && stale && (
        <StaleBar
          problem={mutation.problem}
          onReload={() => {
            mutation.reset();
            onReload();
          }}
        />
      )}
      {mutation.problem && !stale && <ProblemNotice problem={mutation.problem} tried="mutation" />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mt: 4 }}>
        <Button
          type="submit"
          variant="contained"
          loading={mutation.busy}
          loadingPosition="start"
          disabled={changed.length === 0 || source.url.trim() === '' || reason.trim() === ''}
        >
          {changed.length === 1 ? 'Correct one fact' : `Correct ${changed.length || 'the'} facts`}
        </Button>
        <Box component="span" sx={{ color: 'var(--muted)' }}>
          {lackOf(changed.length, source.url, reason) ?? `about revision ${tool.revision}`}
        </Box>
      </Box>
    </form>
  );
}

/** What is missing before the correction can be made. */
function lackOf(changes: number, url: string, reason: string): string | null {
  if (changes === 0) return 'Change a field first.';
  if (url.trim() === '') return 'Say where you read it.';
  return reason.trim() === '' ? 'Say why.' : null;
}
