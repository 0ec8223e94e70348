import Box from '@mui/material/Box';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useGetOne } from 'react-admin';
import { Chart } from '../components/Chart.js';
import { Fact, Facts } from '../components/Facts.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { dayAfter } from '../providers/data.adoption.js';
import { DeveloperFigure, type ReadCompanyLifecycleAnswer } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { CountLink, useFigureScope } from './figure.people.js';
import { spanText } from './span.text.js';

type Data = ReadCompanyLifecycleAnswer['companyLifecycle'];
type Week = Data['weeks'][number];

const REFRESH_MS = 60_000;
const WEEK_DAYS = 7;
const PART = 'lifecycle';
const SOURCE = 'Events of all families; counted some seconds after they arrive.';

/** Who comes, stays, leaves and comes again: by week, by day, and how long the first activation takes. */
export function Lifecycle() {
  const { organizationId } = useOrganization();
  const scope = useFigureScope();
  const question = {
    organizationId,
    productId: scope?.productId ?? null,
    from: scope?.from ?? '',
    to: scope?.to ?? '',
  };
  const query = useGetOne<Data & { readonly id: string }>(
    'company-lifecycle',
    { id: JSON.stringify(question), meta: { question } },
    { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData, enabled: scope !== null },
  );
  return (
    <QueryState query={query} what="the lifecycle" rows={6}>
      {(data) => (
        <>
          <Weeks data={data} />
          <Activity data={data} />
          <Activation data={data} />
        </>
      )}
    </QueryState>
  );
}

const count = (number: number | null): string => (number === null ? 'not yet known' : number.toLocaleString('en'));
const lastDay = (monday: string): string => dayAfter(monday, WEEK_DAYS - 1);

function Weeks({ data: { weeks, window, label } }: { data: Data }) {
  const columns: readonly Column<Week>[] = [
    { label: 'Week', cell: ({ week, ended }) => (ended ? week : `${week}, going on`) },
    {
      label: 'Active',
      cell: ({ monday, active }) => (
        <CountLink of="developers" part={PART} days={[monday, lastDay(monday)]} count={active} />
      ),
      numeric: true,
    },
    {
      label: 'New',
      cell: ({ monday, fresh }) => (
        <CountLink
          of="developers"
          part={PART}
          days={[monday, lastDay(monday)]}
          figure={DeveloperFigure.newDevelopers}
          count={fresh}
        />
      ),
      numeric: true,
    },
    { label: 'Returning', cell: ({ returning }) => count(returning), numeric: true },
    { label: 'Resurrected', cell: ({ resurrected }) => count(resurrected), numeric: true },
    { label: 'Gone quiet', cell: ({ dormant }) => count(dormant), numeric: true },
  ];
  return (
    <Section title="Who comes, stays and goes?" part={PART}>
      <Chart
        title="Active developers by week"
        level="h3"
        kind="bars"
        axis="Week (its Monday, UTC)"
        unit="developers"
        places={weeks.map(({ monday }) => monday)}
        series={[
          { label: 'Returning', values: weeks.map(({ returning }) => returning) },
          { label: 'New', values: weeks.map(({ fresh }) => fresh) },
          { label: 'Resurrected', values: weeks.map(({ resurrected }) => resurrected) },
        ]}
        label={label}
        window={window}
        source={SOURCE}
      />
      <Rows caption="Developers by week" rows={weeks.toReversed()} keyOf={({ monday }) => monday} columns={columns} />
      <Meaning>
        New: no event in any week before. Returning: there in the week before. Resurrected: there earlier, and not in
        the week before. Gone quiet: there in the week before and not in this one. Whole ISO weeks (UTC) up to{' '}
        {window.to}.
      </Meaning>
    </Section>
  );
}

function Activity({ data: { days, window, label } }: { data: Data }) {
  // The last day may go on.
  const last = days.findLast(({ day }) => day < new Date().toISOString().slice(0, 10));
  return (
    <Box sx={{ mb: 8 }}>
      <Chart
        title="How often are developers there?"
        kind="lines"
        axis="Day (UTC)"
        unit="developers"
        places={days.map(({ day }) => day)}
        series={[
          { label: 'On the day', values: days.map(({ daily }) => daily) },
          { label: 'In 7 days', values: days.map(({ weekly }) => weekly) },
          { label: 'In 28 days', values: days.map(({ monthly }) => monthly) },
        ]}
        label={label}
        window={window}
        source={SOURCE}
      />
      {last && last.monthly > 0 && (
        <Facts>
          <Fact label="Daily ÷ monthly">
            {((last.daily / last.monthly) * 100).toFixed(1)} %: {last.daily.toLocaleString('en')} of{' '}
            {last.monthly.toLocaleString('en')} developers of 28 days were there on {last.day}
          </Fact>
          <Fact label="Daily ÷ weekly">
            {((last.daily / last.weekly) * 100).toFixed(1)} %: {last.daily.toLocaleString('en')} of{' '}
            {last.weekly.toLocaleString('en')} developers of 7 days
          </Fact>
        </Facts>
      )}
    </Box>
  );
}

function Activation({ data: { activation } }: { data: Data }) {
  const { developers, activated, medianSeconds, withinHour, withinDay, withinWeek } = activation;
  const of = (some: number): string =>
    developers === 0
      ? 'unknown'
      : `${((some / developers) * 100).toFixed(1)} % (${some.toLocaleString('en')} of ${developers.toLocaleString('en')})`;
  return (
    <Section title="How long until the first activation?" part="activation">
      <Facts>
        <Fact label="Median">{spanText(medianSeconds)}</Fact>
        <Fact label="Within an hour">{of(withinHour)}</Fact>
        <Fact label="Within 24 hours">{of(withinDay)}</Fact>
        <Fact label="Within 7 days">{of(withinWeek)}</Fact>
        <Fact label="Activated so far">{of(activated)}</Fact>
      </Facts>
      <Meaning>
        From the first event ever to the first activation, of the developers who are new in this window; the median is
        of those who activated so far.
      </Meaning>
    </Section>
  );
}

const Meaning = ({ children }: { children: ReactNode }) => (
  <Box sx={{ mt: 2, color: 'var(--muted)', fontSize: '0.8125rem' }}>{children}</Box>
);
