import { LearnMore } from '../components/LearnMore.js';
import { Page, Section } from '../components/Page.js';
import { RecordList } from '../components/RecordList.js';
import type { WorkflowToken } from '../providers/generated/operations.js';
import { ConnectWithoutToken } from './ConnectWithoutToken.js';
import { ScopeTable } from './ScopeTable.js';
import { TokenCreateButton } from './TokenCreateButton.js';
import { TOKEN_COLUMNS } from './token.columns.js';

/** An agent uses its token while the person looks: when it was last used appears by itself. */
const REFRESH_MS = 20_000;

const FILTERS = [
  {
    source: 'state',
    label: 'State',
    every: 'Every state',
    choices: [
      ['live', 'live'],
      ['ended', 'ended'],
    ],
  },
] as const;

/** A person's own workflow tokens, and how an agent is told of the service. */
export function TokenList() {
  return (
    <Page
      title="Tokens"
      summary={
        <LearnMore page="tokens">
          A workflow token lets a coding agent work for you, within exactly what you allow it. Each is shown once; you
          can revoke it at any time.
        </LearnMore>
      }
      action={<TokenCreateButton />}
    >
      <Section title="Your tokens">
        <RecordList<WorkflowToken>
          caption="Your tokens"
          columns={TOKEN_COLUMNS}
          filters={FILTERS}
          search="Search tokens"
          sort={{ field: 'id', order: 'ASC' }}
          refreshMs={REFRESH_MS}
          to={null}
          empty={{
            text: 'Your tokens will be listed here, each with what it may do, when it was last used and when it expires.',
          }}
        />
      </Section>
      <Section title="What each scope allows">
        <ScopeTable />
      </Section>
      <Section title="Connect an agent without a token">
        <ConnectWithoutToken />
      </Section>
    </Page>
  );
}
