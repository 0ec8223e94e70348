import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import { Section } from '../components/Page.js';
import { useContainerWidth } from '../components/useContainerWidth.js';
import { VisuallyHidden } from '../components/VisuallyHidden.js';
import { CountLink } from './figure.people.js';
import type { AdoptionView } from './useAdoption.js';

type Cohort = AdoptionView['retention'][number];

/** Weeks that are shown; what is older than a quarter is in the export. */
const WEEKS_MAX = 13;
const CELL_WIDTH = 56;
const HEAD_WIDTH = 190;

const PART = 'retention';
const percent = (part: number, whole: number): string => `${Math.round((part / whole) * 100)} %`;

/** Developers by the week in which they activated, and the share that used the product in each week after; deeper is more. */
export function RetentionTable(props: { view: Pick<AdoptionView, 'retention'>; aside?: ReactNode }) {
  const { retention } = props.view;
  const weeks = Math.min(WEEKS_MAX, Math.max(0, ...retention.map((cohort) => cohort.weeks.length)));
  const { ref, wide } = useContainerWidth(HEAD_WIDTH + weeks * CELL_WIDTH);
  return (
    <Section title="Do developers come back?" part={PART} aside={props.aside}>
      {retention.length === 0 ? (
        <p>No developer activated in this window.</p>
      ) : (
        <div ref={ref}>
          {wide === undefined ? null : wide ? (
            <HeatTable cohorts={retention} weeks={weeks} />
          ) : (
            <CohortList cohorts={retention} />
          )}
        </div>
      )}
      <Box sx={{ mt: 2, color: 'var(--muted)', fontSize: '0.8125rem' }}>
        ISO weeks (UTC) of the first activation. Week 0 is that week; weeks that have not ended are hatched.
      </Box>
    </Section>
  );
}

/** Weeks that have not ended are drawn as such, and not as zero. */
const HATCH = 'repeating-linear-gradient(135deg, var(--border) 0 1px, transparent 1px 7px)';
const CELL = { p: 1.5, textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
const HEAD = { ...CELL, fontWeight: 500, color: 'var(--muted)' } as const;

function HeatTable({ cohorts, weeks }: { cohorts: readonly Cohort[]; weeks: number }) {
  return (
    <Box component="table" sx={{ borderCollapse: 'collapse', fontSize: '0.8125rem' }}>
      <caption>
        <VisuallyHidden>Retention by weekly cohort</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <Box component="th" scope="col" sx={{ ...HEAD, textAlign: 'left' }}>
            Activated in
          </Box>
          <Box component="th" scope="col" sx={HEAD}>
            Developers
          </Box>
          {Array.from({ length: weeks }, (_none, week) => (
            <Box component="th" scope="col" key={`week ${week}`} sx={HEAD}>
              W{week}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {cohorts.map(({ cohort, developers, weeks: active }) => (
          <tr key={cohort}>
            <Box component="th" scope="row" sx={{ ...HEAD, textAlign: 'left', color: 'var(--text)' }}>
              {cohort}
            </Box>
            <Box component="td" sx={CELL}>
              <CountLink of="developers" part={PART} cohort={cohort} count={developers} />
            </Box>
            {active.slice(0, weeks).map((count, week) => (
              <Box
                component="td"
                key={`week ${week}`}
                data-colour
                title={`${count} of ${developers} developers in week ${week}`}
                sx={{
                  ...CELL,
                  border: '1px solid var(--surface)',
                  '& a': { color: 'inherit' },
                  // At most a third of the colour: the text keeps its contrast in both themes.
                  bgcolor: `color-mix(in srgb, var(--chart-1) ${Math.round((count / developers) * 33)}%, var(--surface))`,
                }}
              >
                <CountLink of="developers" part={PART} cohort={cohort} week={week} count={count}>
                  {percent(count, developers)}
                </CountLink>
              </Box>
            ))}
            {Array.from({ length: weeks - Math.min(weeks, active.length) }, (_none, left) => (
              <Box
                component="td"
                key={`open ${left}`}
                title="This week has not ended"
                sx={{ ...CELL, border: '1px solid var(--surface)', backgroundImage: HATCH }}
              >
                <VisuallyHidden>not yet known</VisuallyHidden>
              </Box>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** The same where there is no room for a table: each cohort with its weeks in a line that wraps. */
function CohortList({ cohorts }: { cohorts: readonly Cohort[] }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2 }}>
      {cohorts.map(({ cohort, developers, weeks }) => (
        <div key={cohort}>
          <dt>
            {cohort}:{' '}
            <CountLink of="developers" part={PART} cohort={cohort} count={developers}>
              {developers.toLocaleString('en')} developers
            </CountLink>
          </dt>
          <Box component="dd" sx={{ m: 0, color: 'var(--muted)' }}>
            {weeks.length === 0
              ? 'The first week has not ended.'
              : weeks.map((count, week) => (
                  <Fragment key={`week ${week}`}>
                    {week > 0 && ' · '}
                    <CountLink of="developers" part={PART} cohort={cohort} week={week} count={count}>
                      W{week} {percent(count, developers)}
                    </CountLink>
                  </Fragment>
                ))}
          </Box>
        </div>
      ))}
    </Box>
  );
}
