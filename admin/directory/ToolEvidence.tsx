import Typography from '@mui/material/Typography';
import { Day } from '../components/Day.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Linked } from '../components/Linked.js';
import { type Column, Rows } from '../components/Rows.js';
import type { Tool } from '../providers/generated/operations.js';
import { figureInWords, humanize } from './tool.labels.js';

interface Evidence {
  readonly key: string;
  readonly what: string;
  readonly value: number | null;
  readonly label: string;
  readonly source: string | null;
  readonly asOf: string;
}

/** The proof of the tool, each signal with its label and its day; public figures stand beside adoption and are never added to it. */
export function ToolEvidence({ tool }: { tool: Tool }) {
  const rows = evidenceOf(tool);
  if (rows.length === 0) {
    return (
      <Typography color="textSecondary">
        Nothing proves it yet: no published adoption, no public figure and no live offer is known.
      </Typography>
    );
  }
  return <Rows caption="Evidence" rows={rows} keyOf={({ key }) => key} columns={COLUMNS} />;
}

function evidenceOf({ proof, measures }: Tool): Evidence[] {
  const figures = measures.map(({ kind, subject, value, label, source, asOf }) => {
    const { what, of } = figureInWords(kind, subject);
    return { key: `${kind} ${subject}`, what: `${what} of ${of}`, value, label, source, asOf };
  });
  // The public figures stand above one by one, so their common signal would only repeat them.
  const signals = proof
    .filter(({ signal }) => signal !== 'public_source' || figures.length === 0)
    .map(({ signal, label, asOf }) => ({
      key: signal,
      what: humanize(signal),
      value: null,
      label,
      source: null,
      asOf,
    }));
  return [...signals, ...figures];
}

const COLUMNS: Column<Evidence>[] = [
  { label: 'Evidence', cell: ({ what }) => what },
  { label: 'Figure', cell: ({ value }) => value?.toLocaleString('en') ?? '–', numeric: true },
  { label: 'Label', cell: ({ label }) => <EvidenceChip label={label} /> },
  { label: 'As of', cell: ({ asOf }) => <Day at={asOf} /> },
  { label: 'Source', cell: ({ source }) => (source ? <Linked text={source} /> : '–') },
];
