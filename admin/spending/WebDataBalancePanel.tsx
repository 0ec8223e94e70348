import { Fact, Facts } from '../components/Facts.js';
import type { WebDataBalance } from '../providers/generated/operations.js';
import { BalancePanel } from './BalancePanel.js';
import { MissingValue } from './MissingValue.js';
import { formatAmount, formatNumber } from './money.js';

const WEB_DATA = {
  resource: 'web-data-balance',
  name: 'web data provider',
  pace: 'Both providers together may be looked at 8 times in 10 minutes.',
} as const;

/** Money at the web data provider, in a currency only where the provider itself said which. */
export function WebDataBalancePanel() {
  return (
    <BalancePanel title="Web data provider" of={WEB_DATA}>
      {({ balance: { amount, pendingAmount, currency }, freeTier }) => (
        <Facts>
          <Fact label="Balance">
            <Money amount={amount} currency={currency} />
          </Fact>
          <Fact label="Pending">
            <Money amount={pendingAmount} currency={currency} />
            {pendingAmount !== null && <MissingValue> (not a bill)</MissingValue>}
          </Fact>
          <Fact label="Currency">{currency ?? <MissingValue>not stated</MissingValue>}</Fact>
          <Fact label="Free requests">
            {freeTier.remainingRequests === null ? (
              <MissingValue>not stated</MissingValue>
            ) : (
              formatNumber(freeTier.remainingRequests)
            )}
          </Fact>
          <Fact label="Billed">
            <MissingValue>unknown: the provider’s interface does not say</MissingValue>
          </Fact>
        </Facts>
      )}
    </BalancePanel>
  );
}

function Money({ amount, currency }: { amount: number | null; currency: WebDataCurrency }) {
  if (amount === null) return <MissingValue>not stated</MissingValue>;
  return currency === null ? formatNumber(amount) : formatAmount(amount, currency);
}

type WebDataCurrency = WebDataBalance['balance']['currency'];
