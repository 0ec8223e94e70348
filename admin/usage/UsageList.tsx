import Box from '@mui/material/Box';
import { Link, useSearchParams } from 'react-router-dom';
import { FilterChips } from '../components/FilterChips.js';
import { LoadMoreButton } from '../components/LoadMoreButton.js';
import { Notice } from '../components/Notice.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { Rows } from '../components/Rows.js';
import { useInfiniteList } from '../components/useInfiniteList.js';
import type { UsageReceipt } from '../providers/generated/operations.js';
import { NoReceipts } from './NoReceipts.js';
import { RECEIPT_COLUMNS, whyOf } from './receipt.columns.js';
import { STATE_FILTERS } from './receipt.labels.js';

const PER_PAGE = 25;
/** Agents report, and the queue delivers, while the person looks: it appears by itself. */
const REFRESH_MS = 20_000;

/** What one's agents reported of the tools they used, the newest first, and what became of each receipt. */
export function UsageList() {
  const [search] = useSearchParams();
  const chosen = STATE_FILTERS.find(({ value }) => value === search.get('state'));
  const receipts = useInfiniteList<UsageReceipt>('usage-receipts', chosen ? { state: chosen.states } : {}, {
    perPage: PER_PAGE,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page
      title="Usage"
      summary={
        <>
          What your agents reported of the tools they used. Each receipt is stored for you first; a tool’s vendor gets
          it only while you have a <Link to="/me/connections">connection</Link> with that tool.
        </>
      }
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, mb: 4 }}>
        <Notice tone="info">
          <strong>Queued is not confirmed delivery.</strong> The vendor has a receipt once it says “delivered”.
        </Notice>
        <FilterChips
          label="Delivery"
          name="state"
          unchosen={{ label: 'Every state' }}
          choices={STATE_FILTERS.map(({ value, label }) => [value, label])}
        />
      </Box>
      <QueryState query={receipts} what="receipts" rows={8}>
        {(items) =>
          items.length === 0 ? (
            <NoReceipts state={chosen?.label} />
          ) : (
            <Box aria-busy={receipts.outdated} sx={{ opacity: receipts.outdated ? 0.6 : 1 }}>
              <Rows caption="Receipts" rows={items} keyOf={({ id }) => id} columns={RECEIPT_COLUMNS} detail={whyOf} />
              <LoadMoreButton list={receipts} />
            </Box>
          )
        }
      </QueryState>
    </Page>
  );
}
