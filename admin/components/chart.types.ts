/** One line, or one part of each bar. */
export interface ChartSeries {
  readonly label: string;
  /** One value for each place of the axis; null where nothing is known, which is no zero. */
  readonly values: readonly (number | null)[];
}

/** The marks: `lines` over time, or `bars`, stacked where there are several series. */
export interface ChartShape {
  readonly kind: 'lines' | 'bars';
  /** The title of the axis, such as "Day (UTC)". */
  readonly axis: string;
  /** The places in their order; days as YYYY-MM-DD are shortened under the axis. */
  readonly places: readonly string[];
  /** The unit of the values, as it stands on the axis: "developers". */
  readonly unit: string;
  readonly series: readonly ChartSeries[];
  /** In pixels; that of a page's main chart when absent. */
  readonly height?: number;
}

/** How a series is told from the others beside its colour. */
export const MARKS = ['circle', 'square', 'diamond', 'triangle', 'cross', 'star'] as const;
export const DASHES = ['', '6 3', '2 3', '10 3 2 3', '1 4', '8 2 8 6'] as const;

/** The colour of a series, in the order of the theme; it follows the theme by itself. */
export const colourOf = (index: number): string => `var(--chart-${(index % MARKS.length) + 1})`;
