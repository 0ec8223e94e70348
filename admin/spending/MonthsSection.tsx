import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ChoiceChips } from '../components/ChoiceChips.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { spendingMonthsQuery } from '../providers/data.spending.js';
import type { ReadSpendingMonthsAnswer } from '../providers/generated/operations.js';
import { MissingValue } from './MissingValue.js';
import { formatCents } from './money.js';
import { formatShortMonth } from './months.js';
import { labelOfProvider } from './spend.labels.js';

type Months = ReadSpendingMonthsAnswer['spendingMonths'];
type MonthRow = Months['rows'][number];

const SPANS = [
  ['3', '3 months'],
  ['6', '6 months'],
  ['12', '12 months'],
] as const;

/** Months beside each other, a row for each provider and currency; nothing is added up across them. */
export function MonthsSection() {
  const [span, setSpan] = useState<string>(SPANS[1][0]);
  const months = useQuery(spendingMonthsQuery(Number(span)));
  if (months.data?.rows.length === 0 && span === SPANS[1][0]) return null;
  return (
    <Section
      title="Months side by side"
      aside={<ChoiceChips label="Months" value={span} choices={SPANS} onChange={setSpan} />}
    >
      <QueryState query={months} what="months" rows={3}>
        {(found) =>
          found.rows.length === 0 ? (
            <p>Nothing was reported for these months.</p>
          ) : (
            <Rows
              caption="Months side by side"
              rows={found.rows}
              keyOf={({ provider, currency }) => `${provider} ${currency}`}
              columns={columnsOf(found)}
            />
          )
        }
      </QueryState>
    </Section>
  );
}

const columnsOf = ({ months }: Months): Column<MonthRow>[] => [
  { label: 'Currency and provider', cell: ({ provider, currency }) => `${currency} · ${labelOfProvider(provider)}` },
  ...months.map((month, at) => ({
    label: formatShortMonth(month),
    numeric: true,
    cell: ({ amountsCents, currency }: MonthRow) => {
      const cents = amountsCents[at] ?? null;
      if (cents === null) return <MissingValue>–</MissingValue>;
      return <Link to={`/me/spending?month=${month}`}>{formatCents(cents, currency)}</Link>;
    },
  })),
];
