import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DecisionButton } from '../components/DecisionButton.js';
import { Section } from '../components/Page.js';
import { Payload } from '../components/Payload.js';
import { Rows } from '../components/Rows.js';
import { useIdempotencyKey } from '../components/useIdempotencyKey.js';
import { useProductName } from '../products/useProducts.js';
import { useDai } from '../providers/data.js';
import type { CheckCsvImportAnswer } from '../providers/generated/operations.js';
import { CsvCounts } from './CsvCounts.js';
import { CAUSE_COLUMNS, WARNING_COLUMNS } from './csv.columns.js';

export type CsvCheck = NonNullable<CheckCsvImportAnswer['checkCsvImport']>;

const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`);
const eventsOf = (count: number): string => (count === 1 ? '1 event' : `${count.toLocaleString('en')} events`);

/** The result of an import if it ran now, and the button that runs it. */
export function CsvPreview({ check }: { check: CsvCheck }) {
  const { counts, causes, warnings, firstEvent } = check;
  const { rows } = check.csvImport;
  return (
    <Section title="Preview" aside={counts.taken > 0 && <ConfirmButton check={check} />}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
        <Typography role="status">
          {counts.taken === 0
            ? 'This import would store nothing new. No event is stored yet.'
            : `This import would store ${eventsOf(counts.taken)}. No event is stored yet.`}
        </Typography>
        <CsvCounts label="What would become of the rows" counts={counts} rows={rows} />
        {causes.length > 0 && (
          <div>
            <Typography variant="h3" sx={{ mb: 2 }}>
              Why {rowsOf(counts.refused)} would be refused
            </Typography>
            <Rows
              caption="Causes"
              rows={causes}
              keyOf={({ pointer, code, value }) => JSON.stringify([pointer, code, value])}
              columns={CAUSE_COLUMNS}
            />
          </div>
        )}
        {warnings.length > 0 && (
          <div>
            <Typography variant="h3" sx={{ mb: 2 }}>
              Warnings
            </Typography>
            <Rows
              caption="Warnings"
              rows={warnings}
              keyOf={({ pointer, code }) => `${pointer} ${code}`}
              columns={WARNING_COLUMNS}
            />
          </div>
        )}
        {firstEvent && (
          <div>
            <Typography variant="h3" sx={{ mb: 2 }}>
              The first event, as it would be stored
            </Typography>
            <Payload value={firstEvent} label="First event" />
          </div>
        )}
      </Box>
    </Section>
  );
}

/** Imports exactly what was previewed: a newer preview refuses it. */
function ConfirmButton({ check: { csvImport, counts } }: { check: CsvCheck }) {
  const { organizationId, id: importId, fileName, productId, revision } = csvImport;
  const product = useProductName(productId);
  const { confirmCsvImport } = useDai();
  const idempotencyKey = useIdempotencyKey();
  const { taken, duplicate, ignored, refused } = counts;
  return (
    <DecisionButton
      primary
      label={`Import ${rowsOf(taken)}`}
      title={`Import ${fileName}`}
      consequences={[
        `${eventsOf(taken)} of ${product ?? productId} will be stored, for good.`,
        ...(duplicate > 0 ? [`${rowsOf(duplicate)} are stored already and change nothing.`] : []),
        ...(ignored > 0 ? [`${rowsOf(ignored)} are left out, since the product is ignored.`] : []),
        ...(refused > 0 ? [`${rowsOf(refused)} are refused and left out; you can download them.`] : []),
        'The events are labelled as imported and never count as evidence.',
      ]}
      actionLabel="Import file"
      revision={revision}
      touches={['csv-imports']}
      decide={() => confirmCsvImport({ organizationId, importId, revision }, idempotencyKey)}
      done="The import has begun."
    />
  );
}
