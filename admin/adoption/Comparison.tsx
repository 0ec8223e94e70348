import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { Chart } from '../components/Chart.js';
import { ChoiceChips } from '../components/ChoiceChips.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { dayAfter } from '../providers/data.adoption.js';
import type { ReadCompanyLifecycleAnswer } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { ComparisonTables } from './ComparisonTables.js';
import { pointsOf, type Unit } from './comparison.points.js';
import { type AdoptionChoice, type AdoptionView, useAdoption } from './useAdoption.js';

type Lifecycle = ReadCompanyLifecycleAnswer['companyLifecycle'] & { readonly id: string };

const PART = 'comparison';
const YEAR_DAYS = 364;
const MEASURES = [
  ['developers', 'Developers'],
  ['events', 'Events'],
] as const;

interface ComparisonProps {
  readonly choice: AdoptionChoice;
  readonly view: AdoptionView;
  /** First day of the other window; null where none is compared. */
  readonly against: string | null;
}

/** The window beside any other of equal length: overlaid by day or week, and side by side in tables. Both stand in the address. */
export function Comparison({ choice, view, against }: ComparisonProps) {
  const { from, days } = view.window;
  const { set } = choice;
  const starts = [
    ['The days before', dayAfter(from, -days)],
    ['Four weeks before', dayAfter(from, -28)],
    ['A year before', dayAfter(from, -YEAR_DAYS)],
  ] as const;
  return (
    <Section title="How does it compare?" part={PART}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 4 }}>
        <TextField
          label={`The ${days} days from`}
          type="date"
          size="small"
          margin="none"
          value={against ?? ''}
          onChange={({ target }) => set({ against: target.value || null })}
          sx={{ width: 180 }}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        {starts.map(([label, day]) => (
          <Button
            key={label}
            size="small"
            variant="outlined"
            aria-pressed={against === day}
            onClick={() => set({ against: day })}
          >
            {label}
          </Button>
        ))}
        {against && (
          <Button size="small" onClick={() => set({ against: null, by: null, measure: null })}>
            End comparison
          </Button>
        )}
      </Box>
      {against ? (
        <Compared choice={choice} view={view} against={against} />
      ) : (
        <Box sx={{ color: 'var(--muted)' }}>
          Choose the first day of another window; it has as many days as this one.
        </Box>
      )}
    </Section>
  );
}

function Compared({ choice: { question, set }, view, against }: ComparisonProps & { readonly against: string }) {
  const other = { ...question, from: against, to: dayAfter(against, view.window.days - 1) };
  const [search] = useSearchParams();
  const by: Unit = search.get('by') === 'week' ? 'week' : 'day';
  const measure = search.get('measure') === 'events' ? 'events' : 'developers';
  const query = useAdoption(other, true);
  const needsWeeks = by === 'week' && measure === 'developers';
  const weeks = [useLifecycle(question, needsWeeks), useLifecycle(other, needsWeeks)];
  return (
    <QueryState query={query} what="the other window" rows={6}>
      {(before) => {
        const both = [view, before].map((one, index) => pointsOf(one, weeks[index]?.data?.days ?? [], measure, by));
        const [now, then] = both;
        const nameOf = ({ window }: AdoptionView) => `${window.from} to ${window.to}`;
        return (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, mb: 3 }}>
              <ChoiceChips label="Of" value={measure} choices={MEASURES} onChange={(next) => set({ measure: next })} />
              <ChoiceChips
                label="By"
                value={by}
                choices={[
                  ['day', 'Day'],
                  ['week', '7 days'],
                ]}
                onChange={(next) => set({ by: next })}
              />
            </Box>
            <Chart
              title={`${measure === 'developers' ? 'Developers' : 'Events'} of both windows, by ${by === 'day' ? 'day' : '7 days'}`}
              level="h3"
              kind="lines"
              axis={by === 'day' ? 'Day of the window' : '7 days of the window'}
              unit={measure}
              places={(now ?? []).map(
                (_value, index) => `${by === 'day' ? 'Day' : 'Days'} ${placeOf(index, by, view)}`,
              )}
              series={[
                { label: nameOf(view), values: now ?? [] },
                { label: nameOf(before), values: then ?? [] },
              ]}
              label={view.label}
              window={view.window}
              source="the same count for each place of both windows"
            />
            <ComparisonTables now={view} before={before} />
          </>
        );
      }}
    </QueryState>
  );
}

const placeOf = (index: number, by: Unit, { window }: AdoptionView): string =>
  by === 'day' ? String(index + 1) : `${index * 7 + 1} to ${Math.min(index * 7 + 7, window.days)}`;

/** Developers of each seven days: they are counted once however many of the days they came on. */
function useLifecycle({ productId, from, to }: AdoptionChoice['question'], enabled: boolean) {
  const { organizationId } = useOrganization();
  const question = { organizationId, productId: productId ?? null, from, to };
  return useGetOne<Lifecycle>('company-lifecycle', { id: JSON.stringify(question), meta: { question } }, { enabled });
}
