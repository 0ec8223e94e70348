/** What an event is labelled for its reader: events of a file are imported, whatever the organization sends otherwise (decisions §4, CSV). */
export const eventLabel = (source: string, dataLabel: string): string =>
  source === 'csv_import' ? 'imported' : dataLabel;
