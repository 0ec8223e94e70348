import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { readImports } from './csv.find.js';
import type { CsvConstant, CsvTimes, CsvValue } from './csv.types.js';
import { suggestTimeForm } from './csv-time.rules.js';
import { type MappedColumn, suggestMapping } from './mapping.suggest.js';

/** What the page begins with for a file: what was chosen the last time for a file with the same header, or what its header suggests. */
export interface Suggested {
  suggestedMapping: MappedColumn[];
  suggestedConstants: CsvConstant[];
  suggestedValues: CsvValue[];
  suggestedTimes: CsvTimes | null;
  /** How the times of the sample are written, where only one form fits; the time zone is not in the file. */
  suggestedTimeForm: CsvTimes['form'] | null;
  /** The name of the file for which the mapping was chosen. */
  rememberedFrom: string | null;
}

/** Remembers a mapping by its header, within one organization: the newest import that was checked with the same columns in the same order. */
export async function rememberMapping(
  em: EntityManager,
  organizationUuid: string,
  { columns, sampleRows }: { readonly columns: readonly string[]; readonly sampleRows: readonly (readonly string[])[] },
): Promise<Suggested> {
  const [known] = await readImports(em, (imports) =>
    imports
      .where('i.organization_id', '=', organizationUuid)
      .where(sql<boolean>`i.columns = ${JSON.stringify(columns)}::jsonb`)
      .where('i.revision', '>', 0)
      .orderBy('i.id', 'desc')
      .limit(1),
  );
  const mapping = known?.mapping ?? suggestMapping(columns);
  const time = columns.indexOf(mapping.find(({ member }) => member === 'occurredAt')?.column ?? '');
  return {
    suggestedMapping: mapping,
    suggestedConstants: known?.constants ?? [],
    suggestedValues: known?.values ?? [],
    suggestedTimes: known?.times ?? null,
    suggestedTimeForm: time < 0 ? null : suggestTimeForm(sampleRows.map((row) => row[time] ?? '')),
    rememberedFrom: known?.fileName ?? null,
  };
}
