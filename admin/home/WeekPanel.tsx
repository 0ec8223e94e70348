import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Notice } from '../components/Notice.js';
import { Panel, PanelLine, PanelLines } from '../components/Panel.js';
import { QueryState } from '../components/QueryState.js';
import { usageBoardQuery } from '../providers/data.usage.js';
import { alternativesTo, describeFailing } from '../usage/board.labels.js';

const DAYS = 7;
const SHOWN = 4;

/** The week's reported use by tool, and the tools that fail more than in the week before. */
export function WeekPanel() {
  const board = useQuery(usageBoardQuery(DAYS));
  return (
    <Panel title="Use in 7 days" aside={<Link to="/me/usage-receipts">Usage</Link>}>
      <QueryState query={board} what="usage" rows={3}>
        {({ tools }) => {
          const used = tools.filter(({ calls }) => calls > 0);
          const failing = used.filter((one) => one.failingMore);
          if (used.length === 0)
            return (
              <span>
                No use was reported in 7 days. <Link to="/me/usage-receipts">See how an agent reports one</Link>.
              </span>
            );
          return (
            <>
              {failing.map((one) => (
                <Notice key={one.tool.slug} tone="caution">
                  <strong>{one.tool.name}</strong> {describeFailing(one, DAYS)}.{' '}
                  <Link to={alternativesTo(one)}>See alternatives</Link>
                </Notice>
              ))}
              <PanelLines>
                {used.slice(0, SHOWN).map(({ tool, calls, failed }) => (
                  <PanelLine
                    key={tool.slug}
                    name={<Link to={`/directory/${tool.slug}`}>{tool.name}</Link>}
                    fact={`${calls.toLocaleString('en')} ${calls === 1 ? 'call' : 'calls'}, ${failed.toLocaleString('en')} failed`}
                  />
                ))}
              </PanelLines>
            </>
          );
        }}
      </QueryState>
    </Panel>
  );
}
