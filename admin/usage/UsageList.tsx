import { useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { Fact, Facts } from '../components/Facts.js';
import { ListPage } from '../components/ListPage.js';
import { Notice } from '../components/Notice.js';
import type { UsageReceipt } from '../providers/generated/operations.js';
import { NoReceipts } from './NoReceipts.js';
import { RECEIPT_COLUMNS } from './receipt.columns.js';
import { FAILURES, RESULT_FILTER, STATE_FILTER } from './receipt.labels.js';
import { UsageBoard } from './UsageBoard.js';

/** Agents report, and the queue delivers, while the person looks: it appears by itself. */
const REFRESH_MS = 20_000;

/** The agents' reports of the tools they used, the newest first, and the outcome of each receipt. */
export function UsageList() {
  return (
    <ListPage<UsageReceipt>
      title="Usage"
      about={
        <>
          What your agents reported of the tools they used. Each receipt is stored for you first; a tool’s vendor gets
          it only while you have a <Link to="/me/connections">connection</Link> with that tool.{' '}
          <strong>Queued is not confirmed delivery.</strong> The vendor has a receipt once it says “delivered”.
        </>
      }
      columns={RECEIPT_COLUMNS}
      filters={[STATE_FILTER, RESULT_FILTER]}
      search="Search receipts"
      time
      sort={{ field: 'created', order: 'DESC' }}
      refreshMs={REFRESH_MS}
      empty={{ text: <NoReceipts /> }}
      panel={{ heading: ({ tool }) => tool.name, detail: ReceiptDetail }}
    >
      <UsageBoard />
    </ListPage>
  );
}

/** Every fact of a receipt, and why it did not reach the vendor, where it was to. */
function ReceiptDetail() {
  const receipt = useRecordContext<UsageReceipt>();
  if (!receipt) return null;
  const { failure, tool } = receipt;
  return (
    <>
      {failure && <Notice tone="caution">{FAILURES[failure]}</Notice>}
      <Facts>
        <Fact label="Tool">
          <Link to={`/directory/${tool.slug}`}>{tool.name}</Link>
        </Fact>
        {RECEIPT_COLUMNS.slice(1).map(({ source, label, cell }) => (
          <Fact key={source} label={label}>
            {cell(receipt)}
          </Fact>
        ))}
      </Facts>
    </>
  );
}
