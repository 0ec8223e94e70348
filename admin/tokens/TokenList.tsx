import { Empty } from '../components/Empty.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { ConnectWithoutToken } from './ConnectWithoutToken.js';
import { ScopeTable } from './ScopeTable.js';
import { TokenCreateButton } from './TokenCreateButton.js';
import { TokenTable } from './TokenTable.js';
import { useWorkflowTokens } from './useWorkflowTokens.js';

/** A person's own workflow tokens, and how an agent is told of the service. */
export function TokenList() {
  const tokens = useWorkflowTokens();
  return (
    <Page
      title="Tokens"
      summary="A workflow token lets a coding agent work for you, within exactly what you allow it. Each is shown once; you can revoke it at any time."
      action={tokens.data && tokens.data.length > 0 && <TokenCreateButton />}
    >
      <Section title="Your tokens">
        <QueryState query={tokens} what="tokens" rows={5}>
          {(all) =>
            all.length === 0 ? (
              <Empty action={<TokenCreateButton />}>
                Your tokens will be listed here, each with what it may do, when it was last used and when it expires.
              </Empty>
            ) : (
              <TokenTable tokens={all} />
            )
          }
        </QueryState>
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
