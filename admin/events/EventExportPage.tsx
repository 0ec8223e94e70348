import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useSearchParams } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { ChoiceChips } from '../components/ChoiceChips.js';
import { DayField } from '../components/DayField.js';
import { LearnMore } from '../components/LearnMore.js';
import { Notice } from '../components/Notice.js';
import { Page } from '../components/Page.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { UnreadFilters } from '../components/UnreadFilters.js';
import { useAddressFilters } from '../components/useAddressFilters.js';
import { useNow } from '../components/useNow.js';
import { ProductFilter } from '../products/ProductFilter.js';
import { useProductFilter } from '../products/useProductFilter.js';
import { daysOf } from '../providers/data.adoption.js';
import type { EventExport } from '../providers/event-export.js';
import { useOrganization } from '../workspace/organization.js';
import { useEventExport } from './useEventExport.js';

const DAY_MS = 86_400_000;
const DAYS_STANDARD = 30;
const FORMATS = [
  ['ndjson', 'NDJSON'],
  ['csv', 'CSV'],
] as const;
const isDay = (day: string): boolean => daysOf(day, day) === 1;
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A company's own events as files: any window, whole events, and on from where it stopped. */
export function EventExportPage() {
  const { organization, organizationId, to } = useOrganization();
  const [, setSearch] = useSearchParams();
  const address = useAddressFilters([
    { source: 'from', label: 'From', readable: isDay },
    { source: 'to', label: 'To', readable: isDay },
    { source: 'format', label: 'Format', choices: FORMATS },
    useProductFilter(),
  ]);
  const { filters } = address;
  const now = useNow();
  const wanted: EventExport = {
    organizationId,
    productId: filters.product,
    from: filters.from ?? dayAt(now - (DAYS_STANDARD - 1) * DAY_MS),
    to: filters.to ?? dayAt(now),
    format: filters.format === 'csv' ? 'csv' : 'ndjson',
  };
  const { progress, busy, problem, run, stop, restart } = useEventExport(wanted);
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const isBackward = wanted.from > wanted.to;
  const begun = progress.events > 0 || progress.done;
  return (
    <Page
      title="Export events"
      where={organization.name}
      above={<BackTo to={to('/events')}>Events</BackTo>}
      summary={
        <LearnMore page="event-export">
          Every stored event that arrived on these UTC days, whole, in the order of its arrival, in files of 50,000. An
          export that was stopped goes on after the last file. Events of the last minute are not in it yet. A program
          with your session reads the same at /api/exports/events.
        </LearnMore>
      }
    >
      <UnreadFilters {...address} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 4 }}>
        <DayField label="From" value={wanted.from} disabled={busy} onChange={(day) => set('from', day)} />
        <DayField label="To" value={wanted.to} disabled={busy} onChange={(day) => set('to', day)} />
        <ProductFilter inRow />
        <ChoiceChips
          label="Format"
          value={wanted.format}
          choices={FORMATS}
          onChange={(format) => set('format', format)}
        />
      </Box>
      <Box sx={{ display: 'grid', gap: 4, maxWidth: 640 }}>
        {isBackward && <Notice tone="bad">The last day lies before the first one.</Notice>}
        {problem && <ProblemNotice problem={problem} />}
        <div role="status">
          {begun && (
            <Notice tone={progress.done ? 'good' : 'info'}>
              {progress.done ? 'Whole: ' : 'So far: '}
              {progress.events.toLocaleString('en')} {progress.events === 1 ? 'event' : 'events'} in {progress.files}{' '}
              {progress.files === 1 ? 'file' : 'files'}.
            </Notice>
          )}
        </div>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2 }}>
          {busy ? (
            <Button variant="outlined" onClick={stop}>
              Stop
            </Button>
          ) : (
            begun && (
              <Button variant="outlined" onClick={restart}>
                Start over
              </Button>
            )
          )}
          <Button
            variant="contained"
            loading={busy}
            loadingPosition="start"
            disabled={isBackward || !address.isCertain}
            onClick={() => void run()}
          >
            {begun && !progress.done ? 'Resume export' : 'Export events'}
          </Button>
        </Box>
      </Box>
    </Page>
  );
}
