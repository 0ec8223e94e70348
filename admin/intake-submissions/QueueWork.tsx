import Box from '@mui/material/Box';
import { useGetOne } from 'react-admin';
import { Rows } from '../components/Rows.js';
import type { IntakeWork } from '../providers/generated/operations.js';

export type Work = IntakeWork & { readonly id: string };

const REFRESH_MS = 60_000;

/** How much waits, for how long, and with whom. */
export const useWork = (enabled = true) =>
  useGetOne<Work>('intake-work', { id: 'now' }, { refetchInterval: REFRESH_MS, enabled });

const inDays = (hours: number): string =>
  hours >= 48 ? `${Math.floor(hours / 24)} days` : hours < 1 ? 'less than an hour' : `${hours} h`;

/** The lead's view of the queue: what waits, how old it is, and what each reviewer has in hand. */
export function QueueWork() {
  const { data: work } = useWork();
  if (!work) return null;
  const { waiting, mine, unassigned, oldestHours, expiringSoon, medianHoursToDecision, decisions, team } = work;
  const facts = [
    `${waiting} ${waiting === 1 ? 'waits' : 'wait'}`,
    `${unassigned} unassigned`,
    `${mine} yours`,
    oldestHours === null ? null : `the oldest for ${inDays(oldestHours)}`,
    expiringSoon ? `${expiringSoon} expire within 7 days` : null,
    medianHoursToDecision === null
      ? 'nothing decided in 30 days'
      : `decided in ${inDays(medianHoursToDecision)} (median of ${decisions} in 30 days)`,
  ].filter((fact) => fact !== null);
  return (
    <Box sx={{ mb: 4 }}>
      <Box sx={{ color: 'var(--muted)', mb: 1 }}>{facts.join(' · ')}</Box>
      <Box component="details">
        <Box component="summary" sx={{ cursor: 'pointer', color: 'var(--muted)', fontSize: '0.8125rem' }}>
          Load of the team
        </Box>
        <Box sx={{ mt: 2, maxWidth: 560 }}>
          <Rows
            compact
            caption="Load of the team"
            rows={team}
            keyOf={({ reviewer }) => reviewer}
            columns={[
              { label: 'Reviewer', cell: ({ name }) => <bdi>{name}</bdi> },
              { label: 'In hand', cell: ({ assigned }) => assigned, numeric: true },
              { label: 'Decided in 30 days', cell: ({ decided }) => decided, numeric: true },
            ]}
          />
        </Box>
      </Box>
    </Box>
  );
}
