import Box from '@mui/material/Box';
import { useShowContext } from 'react-admin';
import { BackTo } from '../components/BackTo.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordBase } from '../components/RecordBase.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { CatalogImport } from '../providers/generated/operations.js';
import { useSession } from '../workspace/useSession.js';
import { Counts } from './Counts.js';
import { labelOfFormat } from './formats.js';
import { ImportRows } from './ImportRows.js';

const REFRESH_MS = 2_000;
const WHILE_RUNNING = {
  refetchInterval: ({ state }: { state: { data?: { status?: string } | undefined } }) =>
    state.data?.status === 'running' ? REFRESH_MS : (false as const),
};

/** One import: how far it is, and what became of each row. It can be left and found again. */
export function CatalogImportShow() {
  return (
    <RecordBase<CatalogImport> query={WHILE_RUNNING}>
      <Shown />
    </RecordBase>
  );
}

function Shown() {
  const { record, error, refetch } = useShowContext<CatalogImport>();
  return (
    <Page
      title={record?.fileName ?? 'Import'}
      where="Review"
      above={
        <BackTo to="/review/catalog-imports" steps>
          Imports
        </BackTo>
      }
      summary={record && <Standing one={record} />}
    >
      <QueryState query={{ data: record, error, refetch }} what="import" rows={8}>
        {(one) => (
          <>
            <Section title="Progress">
              <Counts counted={one} label="What became of the rows" />
            </Section>
            <Section title="Row by row">
              <ImportRows of={one} />
            </Section>
          </>
        )}
      </QueryState>
    </Page>
  );
}

/** The platform itself acts as `system`. */
const actorOf = (actor: string, me: string | undefined) =>
  actor === me ? 'you' : actor === 'system' ? 'DAI' : <code>{actor}</code>;

function Standing({ one }: { one: CatalogImport }) {
  const me = useSession()?.person.id;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
      <State of="catalogImport" is={one.status} />
      <span>{labelOfFormat(one.format)}</span>
      <span>
        started <TimeAgo at={one.startedAt} /> by {actorOf(one.actor, me)}
      </span>
      {one.finishedAt && (
        <span>
          ended <TimeAgo at={one.finishedAt} />
        </span>
      )}
    </Box>
  );
}
