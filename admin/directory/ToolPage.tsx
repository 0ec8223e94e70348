import Button from '@mui/material/Button';
import { useGetOne } from 'react-admin';
import { Link, useLocation, useParams } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Empty } from '../components/Empty.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import type { Tool } from '../providers/generated/operations.js';
import { isRecord, problemOf } from '../providers/problem.js';
import { SponsoredChip } from './SponsoredChip.js';
import { StartUsing } from './StartUsing.js';
import { ToolActions } from './ToolActions.js';
import { ToolEvidence } from './ToolEvidence.js';
import { ToolFacts } from './ToolFacts.js';
import { ToolOffers } from './ToolOffers.js';
import { directoryAt } from './useQuestion.js';

/** One tool of the directory: how to begin with it, what is known and from where, and what proves it. */
export function ToolPage() {
  const { slug = '' } = useParams();
  const tool = useGetOne<Tool>('tools', { id: slug });
  if (tool.error && problemOf(tool.error).status === 404) return <NoSuchTool slug={slug} />;
  return (
    <Page
      title={tool.data?.name ?? slug}
      where="Directory"
      above={<BackToResults />}
      summary={
        tool.data && (
          <>
            {tool.data.summary}
            {tool.data.sponsored && <SponsoredChip />}
          </>
        )
      }
      action={tool.data && <ToolActions tool={tool.data} />}
    >
      <QueryState query={tool} what="tool" rows={8}>
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

/** The way back to the question from which a user came, or to the whole directory. */
function BackToResults() {
  const state: unknown = useLocation().state;
  const results = isRecord(state) && typeof state.results === 'string' ? state.results : '';
  return <BackTo to={`/directory${results}`}>{results ? 'Back to the results' : 'Directory'}</BackTo>;
}

function NoSuchTool({ slug }: { slug: string }) {
  return (
    <Page title="There is no such tool" where="Directory" above={<BackToResults />}>
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
