import Box from '@mui/material/Box';
import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { fillOf } from './chart.patterns.js';
import { type ChartShape, colourOf, DASHES, MARKS } from './chart.types.js';

/** More points than these stand so close that a mark on each would hide the line. */
const MARKS_MAX = 31;
const HEIGHT = 240;
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Marks are filled whole, lines have the dashes of their place. */
const DASHED = Object.fromEntries(
  DASHES.map((dash, index) => [`& path[data-series="s${index}"][fill="none"]`, { strokeDasharray: dash || 'none' }]),
);

const short = (place: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(place) ? DAY.format(new Date(`${place}T00:00:00Z`)) : place;

/** The drawing of a chart; what it says stands in its description and in its table. */
export default function ChartPlot({ shape, onPlace }: { shape: ChartShape; onPlace?: (index: number) => void }) {
  const { kind, places, unit, series, height = HEIGHT } = shape;
  const common = {
    height,
    hideLegend: true,
    skipAnimation: true,
    disableKeyboardNavigation: true,
    grid: { horizontal: true },
    ...(onPlace
      ? { onAxisClick: (_event: MouseEvent, at: { dataIndex: number } | null) => at && onPlace(at.dataIndex) }
      : {}),
    margin: { left: 0, right: 16, top: 12, bottom: 0 },
    yAxis: [
      { label: unit, min: 0, tickMinStep: 1, width: 56, valueFormatter: (value: number) => COMPACT.format(value) },
    ],
  };
  const pointer = onPlace ? { cursor: 'pointer' } : {};
  const data = [...places];
  const valueFormatter = (place: string, { location }: { location: string }): string =>
    location === 'tick' ? short(place) : place;
  if (kind === 'bars')
    return (
      <BarChart
        {...common}
        xAxis={[{ data, scaleType: 'band', valueFormatter }]}
        series={series.map(({ label, values }, index) => ({
          id: `s${index}`,
          label,
          data: [...values],
          stack: 'all',
          color: series.length > 1 ? fillOf(index) : colourOf(index),
        }))}
        sx={{ ...pointer, '& rect': { stroke: 'var(--surface)', strokeWidth: 1 } }}
      />
    );
  return (
    <Box sx={{ ...DASHED, ...pointer }}>
      <LineChart
        {...common}
        xAxis={[{ data, scaleType: 'point', valueFormatter }]}
        series={series.map(({ label, values }, index) => ({
          id: `s${index}`,
          label,
          data: [...values],
          color: colourOf(index),
          curve: 'linear',
          showMark: places.length <= MARKS_MAX,
          shape: MARKS[index % MARKS.length] ?? 'circle',
        }))}
      />
    </Box>
  );
}
