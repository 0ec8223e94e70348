import Box from '@mui/material/Box';
import { EvidenceChip } from '../components/EvidenceChip.js';

interface ProvenanceProps {
  readonly label: string;
  /** Without a beginning it is about everything so far. */
  readonly window: { readonly from: string | null; readonly to: string } | null;
}

export const textOfWindow = ({ from, to }: { readonly from: string | null; readonly to: string }): string =>
  from === null ? `up to ${to}` : from === to ? to : `${from} to ${to}`;

/** The origin of a number and the days (UTC) it is about: beside every part, so that a part that is cut out still says it. */
export function Provenance({ label, window }: ProvenanceProps) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        color: 'var(--muted)',
        fontSize: '0.8125rem',
      }}
    >
      <EvidenceChip label={label} />
      {window && textOfWindow(window)}
    </Box>
  );
}
