import type { SpendConversion } from '../providers/generated/operations.js';
import { MissingValue } from './MissingValue.js';
import { formatCents } from './money.js';
import { labelOfReason } from './spend.labels.js';

/** An entry in US dollars: the amount itself, an estimate with its rate on hover, or why there is none. */
export function UsdValue({ conversion }: { conversion: SpendConversion | undefined }) {
  if (!conversion) return <MissingValue>not known</MissingValue>;
  const { usdCents, currency, rate, reason } = conversion;
  if (usdCents === null)
    return (
      <span title={labelOfReason(reason, currency)}>
        <MissingValue>not known</MissingValue>
      </span>
    );
  if (!rate) return <span title="Nothing had to be converted">{formatCents(usdCents, 'USD')}</span>;
  return (
    <span title={formatRate(currency, rate)}>
      {formatCents(usdCents, 'USD')} <MissingValue>estimate</MissingValue>
    </span>
  );
}

const formatRate = (
  currency: string,
  { date, usdPerEur, currencyPerEur }: NonNullable<SpendConversion['rate']>,
): string =>
  `Rates of ${date}: 1 euro is ${usdPerEur} USD${currency === 'EUR' ? '' : ` and ${currencyPerEur} ${currency}`}`;
