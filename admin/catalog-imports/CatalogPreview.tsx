import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type Column, Rows } from '../components/Rows.js';
import type { ImportReport } from '../providers/imports.js';
import { Counts } from './Counts.js';
import { RowProblems } from './RowProblems.js';

type RefusedRow = ImportReport['refusedRows'][number];

/** The findings of a preview, and the button that imports. */
export function CatalogPreview(props: {
  report: ImportReport;
  busy: boolean;
  /** How many rows were held before the reviewer took them too. */
  accepted: number;
  onImport: () => void;
  /** Takes what is held into the preview, after a look at it. */
  onAcceptHeld: () => void;
}) {
  const { report, busy, accepted, onImport, onAcceptHeld } = props;
  const taken = report.created + report.updated;
  return (
    <Box
      component="section"
      aria-label="Preview"
      sx={{
        border: '1px solid var(--border)',
        borderRadius: 1,
        bgcolor: 'background.paper',
        p: 4,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 4,
      }}
    >
      <div role="status">
        <Typography variant="h3">Preview of {report.fileName}: nothing is stored yet</Typography>
        <Typography color="textSecondary">{describeOutcome(report, accepted)}</Typography>
      </div>
      <Counts counted={report} label="What would become of the rows" />
      {report.heldRows.length > 0 && (
        <div>
          <Typography variant="h3" sx={{ mb: 2 }}>
            {report.heldRows.length < report.held
              ? `The first ${report.heldRows.length} of ${report.held} held rows`
              : 'Held rows'}
          </Typography>
          <Rows caption="Held rows" rows={report.heldRows} keyOf={({ row }) => String(row)} columns={COLUMNS} />
          <Button variant="outlined" loading={busy} loadingPosition="start" onClick={onAcceptHeld} sx={{ mt: 2 }}>
            Take the held rows too
          </Button>
        </div>
      )}
      {report.refusedRows.length > 0 && (
        <div>
          <Typography variant="h3" sx={{ mb: 2 }}>
            {report.refusedRows.length < report.refused
              ? `The first ${report.refusedRows.length} of ${report.refused} refused rows`
              : 'Refused rows'}
          </Typography>
          <Rows caption="Refused rows" rows={report.refusedRows} keyOf={({ row }) => String(row)} columns={COLUMNS} />
        </div>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button variant="contained" disabled={taken === 0} loading={busy} loadingPosition="start" onClick={onImport}>
          {taken === 1 ? 'Import one row' : `Import ${taken.toLocaleString('en')} rows`}
        </Button>
      </Box>
    </Box>
  );
}

function describeOutcome(report: ImportReport, accepted: number): string {
  const { created, updated, superseded, held, refused } = report;
  const left = [
    superseded > 0 && (superseded === 1 ? 'One row is an older version.' : `${superseded} rows are older versions.`),
    refused > 0 && (refused === 1 ? 'One row is left out and says why.' : `${refused} rows are left out and say why.`),
    held > 0 && `${rows(held)} held until you take ${held === 1 ? 'it' : 'them'}.`,
    accepted > 0 && `${rows(accepted)} taken that ${accepted === 1 ? 'was' : 'were'} held.`,
  ]
    .filter(Boolean)
    .map((one) => ` ${one}`)
    .join('');
  if (created + updated === 0) return `The import would change nothing.${left}`;
  const parts = [created > 0 && `creates ${records(created)}`, updated > 0 && `updates ${records(updated)}`];
  return `The import ${parts.filter(Boolean).join(' and ')}; the public sees that at once.${left}`;
}

const rows = (count: number): string => (count === 1 ? 'One row is' : `${count.toLocaleString('en')} rows are`);
const records = (count: number): string => (count === 1 ? 'one record' : `${count.toLocaleString('en')} records`);

const COLUMNS: Column<RefusedRow>[] = [
  { label: 'Key', cell: ({ key }) => <code>{key}</code> },
  { label: 'Row', cell: ({ row }) => row.toLocaleString('en'), numeric: true },
  { label: 'Why', cell: ({ problems }) => <RowProblems problems={problems} /> },
];
