import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { hostOf } from '../components/address.js';
import { OutLink } from '../components/OutLink.js';
import { Section } from '../components/Page.js';
import { Statement } from '../components/Statement.js';
import type { CatalogRecord } from '../providers/generated/operations.js';
import { changedFacts, type StatedFact, statedFacts } from './correction.draft.js';

/** The facts that rest on the vendor's statement alone: a reviewer who read one at its source confirms it as it is. */
export function StatedFacts({ tool }: { tool: CatalogRecord }) {
  const { field } = useInput<readonly string[]>({ source: 'confirmed', defaultValue: [] });
  const changed = changedFacts(tool, useWatch());
  const stated = statedFacts(tool);
  if (stated.length === 0) return null;
  const chosen: readonly string[] = field.value;
  const toggle = (name: string) =>
    field.onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <Section title="What the vendor stated">
      <p>No one has read these facts at their source. Choose those that you read as they stand.</p>
      <Box role="group" aria-label="Read as they stand" sx={{ display: 'grid', gap: 2 }}>
        {stated.map((fact) => {
          const isChanged = fact.fields.some((name) => changed.includes(name));
          return (
            <Stated
              key={fact.name}
              fact={fact}
              isChanged={isChanged}
              checked={!isChanged && chosen.includes(fact.name)}
              onToggle={() => toggle(fact.name)}
            />
          );
        })}
      </Box>
    </Section>
  );
}

interface StatedProps {
  readonly fact: StatedFact;
  readonly isChanged: boolean;
  readonly checked: boolean;
  readonly onToggle: () => void;
}

function Stated({ fact: { label, text, url, approvedOn }, isChanged, checked, onToggle }: StatedProps) {
  return (
    <div>
      <FormControlLabel
        disabled={isChanged}
        control={<Checkbox size="small" checked={checked} onChange={onToggle} />}
        label={`${label}: ${text}`}
        sx={{ overflowWrap: 'anywhere' }}
      />
      <Box sx={{ pl: 7, color: 'var(--muted)', fontSize: '0.8125rem' }}>
        {isChanged ? (
          'changed above, and so corrected'
        ) : (
          <>
            <Statement approvedOn={approvedOn} />, who names <OutLink to={url}>{hostOf(url)}</OutLink>
          </>
        )}
      </Box>
    </div>
  );
}
