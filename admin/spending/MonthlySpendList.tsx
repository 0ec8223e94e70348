import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { ResourceContextProvider } from 'react-admin';
import type { DataColumn } from '../components/columns.js';
import { RecordList } from '../components/RecordList.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { ScopeContext } from '../components/useScope.js';
import type { MonthlySpend } from '../providers/data.spending.js';
import type { SpendEntry } from '../providers/generated/operations.js';
import { formatMonth } from './months.js';
import { RemoveDialog } from './RemoveDialog.js';
import { labelOfEntry, labelOfProvider, nameOfEntry } from './spend.labels.js';
import { UsdValue } from './UsdValue.js';

interface ListProps {
  /** As the address asks for it; null is the current one. */
  readonly month: string | null;
  readonly shown: string;
  readonly onReplace: (entry: SpendEntry) => void;
}

/** The reported spend of a month, an entry for each provider and currency; currencies stand beside each other and are never summed. */
export function MonthlySpendList({ month, shown, onReplace }: ListProps) {
  const [leaving, setLeaving] = useState<SpendEntry | null>(null);
  const scope = useMemo(() => (month ? { month } : {}), [month]);
  return (
    <ScopeContext.Provider value={scope}>
      <ResourceContextProvider value="monthly-spends">
        <RecordList<MonthlySpend>
          caption={`Charges of ${formatMonth(shown)}`}
          columns={[
            ...COLUMNS,
            {
              source: 'actions',
              label: 'Actions',
              cell: (entry) => <Acts entry={entry} onReplace={onReplace} onRemove={setLeaving} />,
              unnamed: true,
            },
          ]}
          sort={{ field: 'id', order: 'ASC' }}
          to={null}
          empty={{ text: 'Charges will be listed here.' }}
        />
      </ResourceContextProvider>
      {leaving && <RemoveDialog entry={leaving} onClose={() => setLeaving(null)} />}
    </ScopeContext.Provider>
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
        aria-label={`Delete ${name}`}
        onClick={() => onRemove(entry)}
      >
        Delete…
      </Button>
    </Box>
  );
}

const COLUMNS: readonly DataColumn<MonthlySpend>[] = [
  {
    source: 'provider',
    label: 'Provider',
    cell: ({ provider }) => labelOfProvider(provider),
    text: ({ provider }) => labelOfProvider(provider),
    sortable: true,
  },
  { source: 'charged', label: 'Charged', cell: labelOfEntry, text: labelOfEntry, numeric: true, card: 'fact' },
  {
    source: 'usd',
    label: 'In US dollars',
    cell: ({ conversion }) => <UsdValue conversion={conversion} />,
    text: ({ conversion }) => (conversion?.usdCents == null ? null : conversion.usdCents / 100),
    numeric: true,
    sortable: true,
  },
  {
    source: 'source',
    label: 'Source',
    cell: ({ source }) => <State of="spendSource" is={source} />,
    text: ({ source }) => source,
    card: 'state',
  },
  {
    source: 'updated',
    label: 'Reported',
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
    text: ({ updatedAt }) => updatedAt,
    numeric: true,
    sortable: true,
  },
];
