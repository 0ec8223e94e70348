import type pg from 'pg';

/** A column of a statement as PostgreSQL describes it; a table and a column of zero are of something computed. */
export interface AnsweredColumn {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

/** Has PostgreSQL describe the rows of a statement without running it; `?` stands for a value as it does for the entity manager. */
export const describeStatement = (client: pg.Client, text: string): Promise<readonly AnsweredColumn[]> =>
  new Promise((resolve, reject) => {
    let count = 0;
    let columns: readonly AnsweredColumn[] = [];
    const submitted = {
      submit(connection: pg.Connection): void {
        connection.parse({ name: '', text: text.replaceAll('?', () => `$${++count}`), types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: AnsweredColumn[] }): void {
        columns = fields.map(({ name, tableID, columnID, dataTypeID }) => ({ name, tableID, columnID, dataTypeID }));
      },
      handleError: reject,
      handleReadyForQuery: (): void => resolve(columns),
    };
    client.query(submitted);
  });
