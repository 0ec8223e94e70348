import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Day } from '../components/Day.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import type { FoundTool } from '../providers/generated/operations.js';
import { humanize } from './tool.labels.js';

type Proof = FoundTool['proof'];

/** The proof of a tool: each signal with its label and its day. */
export function ProofChips({ proof }: { proof: Proof }) {
  return (
    <Chips>
      {proof.map(({ signal, label, asOf }) => (
        <Chip key={signal} label={label}>
          {humanize(signal)}, <Day at={asOf} />
        </Chip>
      ))}
    </Chips>
  );
}

/** The same in a list's row: each label once, with what it stands for; the days are on the tool's own page. */
export function ProofLabels({ proof }: { proof: Proof }) {
  const labels = [...new Set(proof.map(({ label }) => label))];
  return (
    <Chips>
      {labels.map((label) => (
        <Chip key={label} label={label}>
          {proof
            .filter((one) => one.label === label)
            .map(({ signal }) => humanize(signal))
            .join(', ')}
        </Chip>
      ))}
    </Chips>
  );
}

function Chips({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" aria-label="Evidence" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {children}
    </Box>
  );
}

function Chip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center', fontSize: '0.8125rem' }}
    >
      <EvidenceChip label={label} />
      <span>{children}</span>
    </Box>
  );
}
