import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import type { Report } from '../providers/data.enterprise.js';
import { GradeMark } from './GradeMark.js';
import { GRADES, valueText } from './grades.js';

type Graded = Report['grades'][number];

interface GradeTableProps {
  readonly grades: Report['grades'];
  readonly totals: Report['totals'];
  readonly aside: ReactNode;
}

/** The five grades, each with what it was made of, or why there is none. */
export function GradeTable({ grades, totals, aside }: GradeTableProps) {
  const columns: Column<Graded>[] = [
    {
      label: 'Grade',
      cell: ({ id, grade }) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
          <GradeMark grade={grade} />
          <div>
            {GRADES[id]?.name ?? id}
            <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem', fontWeight: 400 }}>{GRADES[id]?.question}</Box>
          </div>
        </Box>
      ),
    },
    { label: 'Value', cell: valueText, numeric: true },
    {
      label: 'Made of',
      cell: (graded) => (
        <Box title={graded.basis}>
          {GRADES[graded.id]?.basis(totals, graded) ?? graded.basis}
          {graded.reason && <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>No grade. {graded.reason}</Box>}
        </Box>
      ),
    },
  ];
  return (
    <Section title="How good is it?" aside={aside}>
      <Rows caption="Grades" rows={grades} keyOf={({ id }) => id} columns={columns} />
      <Box sx={{ mt: 2, color: 'var(--muted)', fontSize: '0.8125rem' }}>
        A is the best grade and E the lowest. The overall grade is the mean of at least three, rounded down.
      </Box>
    </Section>
  );
}
