import { hostOf } from '../components/address.js';
import { Day } from '../components/Day.js';
import { OutLink } from '../components/OutLink.js';
import type { CreditReference } from '../providers/generated/operations.js';
import { MissingValue } from './MissingValue.js';
import { formatCents } from './money.js';

/** The cost of credits by a published price: an estimate that is no money, with the price, its day and its source. */
export function ReferenceValue({ value }: { value: CreditReference | null }) {
  if (!value) return <MissingValue>none: no price is configured, or no credits are known</MissingValue>;
  const { cents, pricePerCredit, priceAsOf, source } = value;
  return (
    <>
      {formatCents(cents, 'USD')} <MissingValue>non-cash estimate</MissingValue>, at ${pricePerCredit} a credit as of{' '}
      <Day at={priceAsOf} /> by {isAddress(source) ? <OutLink to={source}>{hostOf(source)}</OutLink> : source}
    </>
  );
}

/** A source is free text in the configuration; only an address of the web is made a link. */
const isAddress = (source: string): boolean => /^https?:\/\//.test(source) && URL.canParse(source);
