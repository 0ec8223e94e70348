import { Link } from 'react-router-dom';
import { Panel, PanelLine, PanelLines } from '../components/Panel.js';
import { QueryState } from '../components/QueryState.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useNow } from '../components/useNow.js';
import { isLiveToken } from '../providers/data.tokens.js';
import type { WorkflowToken } from '../providers/generated/operations.js';
import { stateOf } from '../tokens/states.js';
import { useWorkflowTokens } from '../tokens/useWorkflowTokens.js';

const SHOWN = 5;

/** Live tokens by their last call; a token that ends says so. */
export function AgentsAtWork() {
  const tokens = useWorkflowTokens();
  const now = useNow();
  return (
    <Panel title="Agents at work" aside={<Link to="/me/tokens">All tokens</Link>}>
      <QueryState query={tokens} what="tokens" rows={3}>
        {(all) => {
          const live = all.filter((token) => isLiveToken(token, now)).toSorted(byLastUse);
          if (live.length === 0)
            return (
              <span>
                No agent has a live token. <Link to="/me/tokens">Create a token</Link> for one, and its last call stands
                here.
              </span>
            );
          return (
            <PanelLines>
              {live.slice(0, SHOWN).map((token) => (
                <PanelLine
                  key={token.id}
                  name={
                    <>
                      {token.name} <Ending token={token} now={now} />
                    </>
                  }
                  fact={
                    token.lastUsedAt ? (
                      <>
                        last call <TimeAgo at={token.lastUsedAt} />
                      </>
                    ) : (
                      'no call yet'
                    )
                  }
                />
              ))}
              {live.length > SHOWN && <PanelLine name={`and ${live.length - SHOWN} more`} />}
            </PanelLines>
          );
        }}
      </QueryState>
    </Panel>
  );
}

const Ending = ({ token, now }: { token: WorkflowToken; now: number }) =>
  stateOf(token, now) === 'ending' ? <State of="token" is="ending" /> : null;

const byLastUse = (one: WorkflowToken, other: WorkflowToken): number =>
  (other.lastUsedAt ?? '').localeCompare(one.lastUsedAt ?? '') || one.name.localeCompare(other.name);
