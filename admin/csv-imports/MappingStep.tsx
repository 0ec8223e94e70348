import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Section } from '../components/Page.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { CsvImport } from '../providers/generated/operations.js';
import { AskAdmin } from '../workspace/AskAdmin.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { type CsvCheck, CsvPreview } from './CsvPreview.js';
import { type MappingValues, mappingInput } from './csv.members.js';
import { MappingForm } from './MappingForm.js';
import { useSample } from './useSample.js';

/** Maps the columns of a file and previews the import, as often as wanted; nothing is stored before it is confirmed. */
export function MappingStep({ csvImport }: { csvImport: CsvImport }) {
  const { organizationId, id: importId, columns } = csvImport;
  // What was mapped when the page was opened: a preview stores the mapping, and the form holds it already.
  const [opened] = useState(csvImport);
  const [check, setCheck] = useState<CsvCheck | null>(null);
  const sample = useSample(importId);
  const { checkCsvImport } = useDai();
  const mayChange = useMayChange();
  const mutation = useApiMutation(
    (values: FieldValues) =>
      checkCsvImport({ organizationId, importId, ...mappingInput(columns, values as MappingValues) }),
    ['csv-imports'],
  );
  if (!mayChange) return <AskAdmin what="import a file" />;
  return (
    <>
      <Section title="What each column becomes">
        <MappingForm
          csvImport={opened}
          sample={sample}
          mutation={mutation}
          primary={check === null}
          onChecked={setCheck}
          onChange={() => setCheck(null)}
        />
      </Section>
      {check && <CsvPreview check={check} />}
    </>
  );
}
