import type { CsvImport } from '../providers/generated/operations.js';

/** What a column may become, beside a member of metadata. */
const MEMBERS = [
  ['event_name', 'Event name'],
  ['event_family', 'Family'],
  ['developer_id', 'Developer'],
  ['account_domain', 'Account'],
  ['occurredAt', 'Time'],
  ['idempotencyKey', 'Id of the event'],
  ['campaignId', 'Campaign'],
  ['source', 'Source of the campaign'],
] as const;

const METADATA = 'metadata';

/** The choice of a column that is left out. */
const NONE = 'none';

/** What one column can become; metadata is named as the column is, as far as a name may be. */
export const CHOICES = [
  { id: NONE, name: 'left out' },
  ...MEMBERS.map(([id, name]) => ({ id, name })),
  { id: METADATA, name: 'Metadata, under its own name' },
];

const NAME_LENGTH_MAX = 64;

function metadataNameOf(column: string): string {
  const name = column.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return (/^[A-Za-z]/.test(name) ? name : `c_${name}`).slice(0, NAME_LENGTH_MAX);
}

/** What the form of a mapping holds: a choice for each column in the order of the file, and what is the same for all rows. */
export interface MappingValues {
  readonly members: readonly (string | null | undefined)[];
  readonly eventName?: string | null;
  readonly family?: string | null;
}

/** The form of a mapping that was stored, or suggested. */
export function mappingValues(
  columns: readonly string[],
  mapping: readonly { readonly column: string; readonly member: string }[],
  constants: CsvImport['constants'],
): MappingValues {
  const memberOf = new Map(mapping.map(({ column, member }) => [column, member]));
  const constant = (name: string) => constants.find(({ member }) => member === name)?.value ?? '';
  return {
    members: columns.map((column) => {
      const member = memberOf.get(column);
      return member?.startsWith(`${METADATA}.`) ? METADATA : (member ?? NONE);
    }),
    eventName: constant('event_name'),
    family: constant('event_family'),
  };
}

/** True where a column gives every row its own. */
export const isMapped = ({ members }: MappingValues, member: string): boolean => members.includes(member);

/** What every event needs of a column of its own. */
const NEEDED = [
  ['developer_id', 'Choose “Developer” for the column that tells developers apart.'],
  ['idempotencyKey', 'Choose “Id of the event” for the column that holds a lasting id of each row.'],
] as const;

/** What is said at a column about what no column holds yet: at the first that is left out. */
export function lackAt(values: MappingValues, index: number): string | undefined {
  const free = values.members.findIndex((member) => !member || member === NONE);
  if (index !== Math.max(free, 0)) return undefined;
  return NEEDED.find(([member]) => !isMapped(values, member))?.[1];
}

/** The form of a mapping as the service takes it; what a column fills needs no constant. */
export function mappingInput(columns: readonly string[], values: MappingValues) {
  const constants = [
    ['event_name', values.eventName],
    ['event_family', values.family],
  ] as const;
  return {
    mapping: columns.flatMap((column, index) => {
      const member = values.members[index];
      if (!member || member === NONE) return [];
      return [{ column, member: member === METADATA ? `${METADATA}.${metadataNameOf(column)}` : member }];
    }),
    constants: constants.flatMap(([member, value]) => (value && !isMapped(values, member) ? [{ member, value }] : [])),
  };
}
