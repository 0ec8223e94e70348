/** The names of the series in an answer of `/metrics`: a histogram has three. */
export function metricsOf(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    for (const end of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) names.add(name + end);
  return names;
}

/** The value of one series, written as in the answer of `/metrics`; null when it is not there. */
export function metricIn(text: string, series: string): number | null {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}
