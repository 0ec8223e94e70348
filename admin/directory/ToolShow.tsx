import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useShowContext } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Empty } from '../components/Empty.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordBase } from '../components/RecordBase.js';
import { Statement } from '../components/Statement.js';
import type { Tool } from '../providers/generated/operations.js';
import { problemOf } from '../providers/problem.js';
import { WHOLE } from '../providers/query-client.js';
import { SponsoredChip } from './SponsoredChip.js';
import { StartUsing } from './StartUsing.js';
import { ToolActions } from './ToolActions.js';
import { ToolEvidence } from './ToolEvidence.js';
import { ToolFacts } from './ToolFacts.js';
import { ToolOffers } from './ToolOffers.js';
import { directoryAt } from './useQuestion.js';

/** One tool of the directory: how to begin with it, what is known and from where, and what proves it. */
export function ToolShow() {
  const { id = '' } = useParams();
  return (
    <RecordBase<Tool> query={{ meta: WHOLE }}>
      <Shown slug={id} />
    </RecordBase>
  );
}

function Shown({ slug }: { slug: string }) {
  const { record: tool, error, refetch } = useShowContext<Tool>();
  if (error && problemOf(error).status === 404) return <NoSuchTool slug={slug} />;
  return (
    <Page
      title={tool?.name ?? slug}
      where="Directory"
      above={
        <BackTo to="/directory" steps>
          Directory
        </BackTo>
      }
      summary={
        tool && (
          <>
            {tool.summary}
            {tool.sponsored && <SponsoredChip />}
            {tool.source && (
              <Box component="span" sx={{ display: 'block', mt: 1, '&::first-letter': { textTransform: 'uppercase' } }}>
                <Statement approvedOn={tool.source.approvedOn} />. No one has read it at its source.
              </Box>
            )}
          </>
        )
      }
      action={tool && <ToolActions tool={tool} />}
    >
      <QueryState query={{ data: tool, error, refetch }} what="tool" rows={8}>
        {(record) => (
          <>
            <Section title="Start using it">
              <StartUsing tool={record} />
            </Section>
            <Section title="Evidence">
              <ToolEvidence tool={record} />
            </Section>
            <Section title="Offers">
              <ToolOffers tool={record} />
            </Section>
            <Section title="What is known">
              <ToolFacts tool={record} />
            </Section>
          </>
        )}
      </QueryState>
    </Page>
  );
}

function NoSuchTool({ slug }: { slug: string }) {
  return (
    <Page title="There is no such tool" where="Directory" above={<BackTo to="/directory">Directory</BackTo>}>
      <Empty
        action={
          <Button component={Link} to={directoryAt({ q: slug.replaceAll('-', ' ') })} variant="contained">
            Search for “{slug.replaceAll('-', ' ')}”
          </Button>
        }
      >
        No tool has this address. It may be mistyped, or the tool is no longer listed.
      </Empty>
    </Page>
  );
}
