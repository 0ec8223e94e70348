/** Rows of a kind that an erasure took away or changed. */
export interface ErasedRows {
  readonly kind: string;
  readonly table: string;
  readonly rows: number;
}

/** Rows that stay after an erasure, with the reason. */
export interface RemainingRows {
  readonly kind: string;
  /** Null where it is no count of rows. */
  readonly rows: number | null;
  readonly reason: string;
}

/** The answer of an erasure: what went, and what stays and why. */
export interface Erasure {
  readonly erased: readonly ErasedRows[];
  readonly remains: readonly RemainingRows[];
}

/** Copies that no command on this database reaches. */
export const outsideOfDatabase: readonly RemainingRows[] = [
  {
    kind: 'backups',
    rows: null,
    reason:
      'a backup made before holds what was erased until it is deleted (BACKUP_KEEP); after restoring one, run this command again',
  },
  {
    kind: 'logs',
    rows: null,
    reason:
      'a log line holds no body, name or address; request ids and callers’ network addresses go with the log’s collector',
  },
];

/** The answer in lines for people. */
export const erasureLines = ({ erased, remains }: Erasure): string[] => [
  ...(erased.length === 0 ? ['Nothing was left to erase.'] : ['Erased:']),
  ...erased.map(({ kind, table, rows }) => `  ${rows}  ${kind} (${table})`),
  'What stays:',
  ...remains.map(({ kind, rows, reason }) => `  ${rows ?? '-'}  ${kind}: ${reason}`),
];
