import Box from '@mui/material/Box';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Notice } from '../components/Notice.js';
import { Section } from '../components/Page.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { CsvSample } from '../providers/csv-upload.js';
import { useDai } from '../providers/data.js';
import type { CsvImport } from '../providers/generated/operations.js';
import { AskAdmin } from '../workspace/AskAdmin.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { type CsvCheck, CsvPreview } from './CsvPreview.js';
import { type Chosen, type FileValue, fileValuesIn, type MappingValues, mappingInput } from './csv.members.js';
import { MappingForm } from './MappingForm.js';
import { useSample } from './useSample.js';

/** The stored mapping, which is the last that was checked; before the first check, the one that the upload suggests. */
const chosenOf = (csvImport: CsvImport, sample: CsvSample | undefined): Chosen =>
  csvImport.revision > 0 || !sample
    ? csvImport
    : {
        mapping: sample.suggestedMapping,
        constants: sample.suggestedConstants,
        values: sample.suggestedValues,
        times: sample.suggestedTimes,
      };

/** Maps the columns of a file and previews the import, as often as wanted; nothing is stored before it is confirmed. */
export function MappingStep({ csvImport }: { csvImport: CsvImport }) {
  const { organizationId, id: importId, columns } = csvImport;
  const sample = useSample(importId);
  // The mapping at the time when the page was opened: a preview stores the mapping, and the form holds it already.
  const [chosen] = useState(() => chosenOf(csvImport, sample));
  const [fileValues, setFileValues] = useState<readonly FileValue[]>(chosen.values);
  const [check, setCheck] = useState<CsvCheck | null>(null);
  const { checkCsvImport } = useDai();
  const mayChange = useMayChange();
  const mutation = useApiMutation(
    (values: FieldValues) =>
      checkCsvImport({ organizationId, importId, ...mappingInput(columns, values as MappingValues, fileValues) }),
    ['csv-imports'],
  );
  if (!mayChange) return <AskAdmin what="import a file" />;
  const onChecked = (answer: CsvCheck) => {
    setFileValues(fileValuesIn(answer.causes, fileValues));
    setCheck(answer);
  };
  return (
    <>
      <Section title="What each column becomes">
        {sample?.rememberedFrom && (
          <Box sx={{ mb: 4 }}>
            <Notice tone="info">Mapped as {sample.rememberedFrom} was, which has the same header.</Notice>
          </Box>
        )}
        <MappingForm
          columns={columns}
          chosen={chosen}
          fileValues={fileValues}
          sample={sample}
          mutation={mutation}
          primary={check === null}
          onChecked={onChecked}
          onChange={() => setCheck(null)}
        />
      </Section>
      {check && <CsvPreview check={check} />}
    </>
  );
}
