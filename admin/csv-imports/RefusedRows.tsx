import { useMemo } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { Section } from '../components/Page.js';
import { RecordList } from '../components/RecordList.js';
import { ScopeContext, useScope } from '../components/useScope.js';
import type { CsvRow } from '../providers/generated/operations.js';
import { REFUSAL_COLUMNS } from './csv.columns.js';

/** The refused rows of an import with their reasons, to be read here or downloaded; what they held is not stored. */
export function RefusedRows({ importId }: { importId: string }) {
  const { organizationId = '' } = useScope();
  const scope = useMemo(() => ({ organizationId, importId }), [organizationId, importId]);
  return (
    <Section title="Refused rows">
      <ScopeContext.Provider value={scope}>
        <ResourceContextProvider value="csv-import-problems">
          <RecordList<CsvRow & { readonly id: string }>
            caption="Refused rows"
            columns={REFUSAL_COLUMNS}
            sort={{ field: 'id', order: 'ASC' }}
            to={null}
            empty={{ text: 'The refused rows are listed for 30 days.' }}
          />
        </ResourceContextProvider>
      </ScopeContext.Provider>
    </Section>
  );
}
