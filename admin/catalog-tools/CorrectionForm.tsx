import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import { RecordContextProvider, useNotify } from 'react-admin';
import { type FieldValues, useWatch } from 'react-hook-form';
import { Diff } from '../components/Diff.js';
import { FIELD_GRID, FormFields } from '../components/FormFields.js';
import { describeField, type FieldForm } from '../components/fields.js';
import { Section } from '../components/Page.js';
import { RecordForm } from '../components/RecordForm.js';
import type { CatalogRecord } from '../providers/generated/operations.js';
import { WHOLE } from '../providers/query-client.js';
import {
  changedFacts,
  confirmedFacts,
  correctionInput,
  correctionOf,
  statedFacts,
  textIn,
} from './correction.draft.js';
import { StatedFacts } from './StatedFacts.js';
import { TOOL_FACTS, TOOL_GROUPS, textOfFact } from './tool.fields.js';

const SOURCE_FIELDS: readonly FieldForm<'source.url' | 'source.readAt' | 'reason'>[] = [
  {
    name: 'source.url',
    label: 'Address of the source',
    as: 'line',
    required: true,
    hint: 'Anyone can check the correction there',
  },
  { name: 'source.readAt', label: 'Read on', as: 'day', required: true },
  { name: 'reason', label: 'Why', as: 'text', required: true, hint: 'Kept in the audit log' },
];

/** Corrects facts of a tool, or confirms those that its vendor stated: the fields, where they were read, and what changes before it does. */
export function CorrectionForm({ tool, onReload }: { tool: CatalogRecord; onReload: () => void }) {
  const [corrections, setCorrections] = useState(0);
  const notify = useNotify();
  const draft = useMemo(() => correctionOf(tool), [tool]);
  return (
    <RecordContextProvider value={draft}>
      <RecordForm
        // A correction that is made leaves an empty form for the next one; a reload leaves what was typed.
        key={corrections}
        meta={WHOLE}
        inputOf={(values) => correctionInput(tool, values)}
        submit={(values) => labelOfAct(changedFacts(tool, values).length, confirmedFacts(tool, values).length)}
        note={(values) => lackOf(tool, values) ?? `about revision ${tool.revision}`}
        cancelTo="/review/catalog-tools"
        onReload={onReload}
        onSaved={() => {
          setCorrections(corrections + 1);
          notify('The record is saved.');
        }}
      >
        {() => (
          <>
            {TOOL_GROUPS.map(({ title, fields }) => (
              <Section key={title} title={title}>
                <Box sx={FIELD_GRID}>
                  <FormFields fields={fields} />
                </Box>
              </Section>
            ))}
            <StatedFacts tool={tool} />
            <Section title="Where you read it">
              <Box sx={FIELD_GRID}>
                <FormFields fields={SOURCE_FIELDS} />
              </Box>
            </Section>
            <Changes tool={tool} />
          </>
        )}
      </RecordForm>
    </RecordContextProvider>
  );
}

function Changes({ tool }: { tool: CatalogRecord }) {
  const values = useWatch();
  return (
    <Section title="What changes">
      <Diff
        caption="Changes of the record"
        fields={[
          ...TOOL_FACTS.map((fact) => ({
            label: fact.label,
            before: describeField(fact, textOfFact(tool, fact.name)),
            after: describeField(fact, textIn(values, fact.name)),
          })),
          ...confirmedFacts(tool, values).map(({ label }) => ({
            label: `Source of ${label}`,
            before: 'the vendor’s statement',
            after: `read on ${textIn(values, 'source.readAt')}`,
          })),
        ]}
      />
    </Section>
  );
}

const facts = (count: number): string => (count === 1 ? 'one fact' : `${count} facts`);

function labelOfAct(changed: number, confirmed: number): string {
  if (confirmed === 0) return `Correct ${changed === 0 ? 'the facts' : facts(changed)}`;
  return changed === 0 ? `Confirm ${facts(confirmed)}` : `Correct ${facts(changed)}, confirm ${confirmed}`;
}

/** Says which input the correction still lacks; null when it can be made. */
function lackOf(tool: CatalogRecord, values: FieldValues): string | null {
  if (changedFacts(tool, values).length === 0 && confirmedFacts(tool, values).length === 0)
    return statedFacts(tool).length === 0 ? 'Change a field first.' : 'Change a field, or choose one that you read.';
  if (textIn(values, 'source.url') === '') return 'Say where you read it.';
  return textIn(values, 'reason') === '' ? 'Say why.' : null;
}
