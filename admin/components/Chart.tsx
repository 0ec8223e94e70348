import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { ChartLegend } from './ChartLegend.js';
import type { ChartSeries, ChartShape } from './chart.types.js';
import { EvidenceChip } from './EvidenceChip.js';
import { type Column, Rows } from './Rows.js';
import { VisuallyHidden } from './VisuallyHidden.js';
import { Waiting } from './Waiting.js';

/** The drawing has a library of its own, which is fetched when a page first draws. */
const ChartPlot = lazy(() => import('./ChartPlot.js'));

interface ChartProps extends ChartShape {
  /** The finding, or the question that the chart answers. */
  readonly title: string;
  /** The evidence label of its numbers; absent where each record has its own. */
  readonly label?: string;
  /** The days of the first and the last value, both included. */
  readonly window: { readonly from: string; readonly to: string };
  /** The source of the numbers, and how fresh they are. */
  readonly source: ReactNode;
  readonly level?: 'h2' | 'h3';
  /** Leads on from a place: the drawing by a press, the table by a link. */
  readonly lead?: PlaceLead;
  /** The name of the part in an address, so that a link can lead back to it. */
  readonly part?: string;
}

export interface PlaceLead {
  /** The address of what a place counts; null where it counts nothing. */
  readonly to: (place: string, index: number) => string | null;
  readonly state?: unknown;
}

/** Numbers by places of an axis: first the shape, then the legend, then label, window and source; a table is one click away. */
export function Chart({ title, label, window, source, level = 'h2', lead, part, ...shape }: ChartProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const navigate = useNavigate();
  const place = part ? { id: part, tabIndex: -1 } : {};
  const open = (index: number) => {
    const to = lead?.to(shape.places[index] ?? '', index);
    if (to) navigate(to, { state: lead?.state });
  };
  return (
    <Box component="figure" aria-labelledby={`${id}-title`} {...place} sx={{ m: 0, mb: 8, scrollMarginTop: 64 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 3 }}>
        <Typography variant={level} id={`${id}-title`} sx={{ flex: '1 1 auto' }}>
          {title}
        </Typography>
        <Button size="small" variant="outlined" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show chart' : 'Show table'}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </Button>
      </Box>
      {asTable ? (
        <Box sx={{ maxHeight: 420, overflow: 'auto' }} role="region" aria-label={`Table: ${title}`} tabIndex={0}>
          <ChartTable title={title} shape={shape} lead={lead} />
        </Box>
      ) : (
        <Box sx={{ border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper', p: 3 }}>
          <div role="img" aria-label={descriptionOf(shape)}>
            <Suspense fallback={<Waiting what="chart" rows={5} />}>
              <ChartPlot shape={shape} {...(lead ? { onPlace: open } : {})} />
            </Suspense>
          </div>
          <ChartLegend kind={shape.kind} series={shape.series} />
        </Box>
      )}
      <Box
        component="figcaption"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 3,
          alignItems: 'center',
          mt: 2,
          color: 'var(--muted)',
          fontSize: '0.8125rem',
        }}
      >
        {label && <EvidenceChip label={label} />}
        <span>
          {window.from} to {window.to} (UTC)
        </span>
        <span>{source}</span>
      </Box>
    </Box>
  );
}

interface Place {
  readonly place: string;
  readonly index: number;
}

interface ChartTableProps {
  readonly title: string;
  readonly shape: ChartShape;
  readonly lead: PlaceLead | undefined;
}

function ChartTable({ title, shape: { axis, places, series }, lead }: ChartTableProps) {
  const columns: Column<Place>[] = [
    {
      label: axis,
      cell: ({ place, index }) => {
        const to = lead?.to(place, index);
        return to ? (
          <Link to={to} state={lead?.state}>
            {place}
          </Link>
        ) : (
          place
        );
      },
    },
    ...series.map(({ label, values }) => ({
      label,
      numeric: true,
      cell: ({ index }: Place) => numberOf(values[index]),
    })),
  ];
  const rows = places.map((place, index) => ({ place, index })).reverse();
  return <Rows caption={title} rows={rows} keyOf={({ place }) => place} columns={columns} compact />;
}

const numberOf = (value: number | null | undefined): string => value?.toLocaleString('en') ?? 'unknown';

/** The chart in a sentence for those who don't see it: what, from where to where, and the extremes of each series. */
function descriptionOf({ kind, places, unit, series }: ChartShape): string {
  const span = places.length > 0 ? `from ${places[0]} to ${places.at(-1)}` : 'without a value';
  return `${kind === 'bars' ? 'Bars' : 'Lines'} of ${unit} ${span}. ${series.map((one) => extremesOf(one, places)).join(' ')}`;
}

function extremesOf({ label, values }: ChartSeries, places: readonly string[]): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return `${label}: unknown.`;
  const most = Math.max(...known);
  return `${label}: at most ${numberOf(most)}, on ${places[values.indexOf(most)]}; last ${numberOf(values.at(-1))}.`;
}
