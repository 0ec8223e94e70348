import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { SpendConversion, SpendEntry, SpendingMonth } from '../providers/generated/operations.js';
import { formatMonth } from './months.js';
import { RemoveDialog } from './RemoveDialog.js';
import { SourceChip } from './SourceChip.js';
import { labelOfEntry, labelOfProvider, nameOfEntry } from './spend.labels.js';
import { UsdValue } from './UsdValue.js';

interface Line {
  readonly entry: SpendEntry;
  readonly conversion: SpendConversion | undefined;
}

/** What was reported for a month, an entry for each provider and currency; currencies stand beside each other and are never summed. */
export function EntryTable({
  spending,
  onReplace,
}: {
  spending: SpendingMonth;
  onReplace: (entry: SpendEntry) => void;
}) {
  const [leaving, setLeaving] = useState<SpendEntry | null>(null);
  const lines = spending.monthlyEntries.map((entry): Line => {
    const conversion = spending.usdEstimate.entries.find(
      ({ provider, currency }) => provider === entry.provider && currency === entry.currency,
    );
    return { entry, conversion };
  });
  return (
    <>
      <Rows
        caption={`Charges of ${formatMonth(spending.month)}`}
        rows={lines}
        keyOf={({ entry: { provider, currency } }) => `${provider} ${currency}`}
        columns={[
          ...COLUMNS,
          {
            label: 'Actions',
            cell: ({ entry }) => <Acts entry={entry} onReplace={onReplace} onRemove={setLeaving} />,
            unnamed: true,
          },
        ]}
      />
      {leaving && <RemoveDialog entry={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

interface ActsProps {
  readonly entry: SpendEntry;
  readonly onReplace: (entry: SpendEntry) => void;
  readonly onRemove: (entry: SpendEntry) => void;
}

/** The buttons alone: a row is rendered again as a card when the width changes, and must not take an open dialog with it. */
function Acts({ entry, onReplace, onRemove }: ActsProps) {
  const name = nameOfEntry(entry);
  return (
    <Box sx={{ display: 'inline-flex', gap: 1.5 }}>
      <Button size="small" variant="outlined" aria-label={`Replace ${name}`} onClick={() => onReplace(entry)}>
        Replace…
      </Button>
      <Button
        size="small"
        variant="outlined"
        color="error"
        aria-label={`Remove ${name}`}
        onClick={() => onRemove(entry)}
      >
        Remove…
      </Button>
    </Box>
  );
}

const COLUMNS: Column<Line>[] = [
  { label: 'Provider', cell: ({ entry }) => labelOfProvider(entry.provider) },
  { label: 'Charged', cell: ({ entry }) => labelOfEntry(entry), numeric: true },
  {
    label: 'In US dollars',
    cell: ({ conversion }) => (
      <Box component="span" sx={{ whiteSpace: 'normal' }}>
        <UsdValue conversion={conversion} />
      </Box>
    ),
    numeric: true,
  },
  { label: 'Source', cell: ({ entry }) => <SourceChip source={entry.source} /> },
  { label: 'Reported', cell: ({ entry }) => <TimeAgo at={entry.updatedAt} />, numeric: true },
];
