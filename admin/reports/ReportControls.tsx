import Box from '@mui/material/Box';
import { ChoiceChips } from '../components/ChoiceChips.js';
import { UnreadFilters } from '../components/UnreadFilters.js';
import { ProductFilter } from '../products/ProductFilter.js';
import type { useReportQuestion } from './useReport.js';

const PERIODS = [7, 30, 90, 365] as const;

interface ReportControlsProps {
  readonly question: ReturnType<typeof useReportQuestion>;
  /** False for a page whose days are always the same. */
  readonly choosesDays?: boolean;
}

/** Chooses the product and the days that a page is about; both stand in the address. */
export function ReportControls({ question, choosesDays = false }: ReportControlsProps) {
  return (
    <div data-screen>
      {question.unread.map((unread, index) => (
        <UnreadFilters key={index === 0 ? 'product' : 'rest'} {...unread} />
      ))}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 6,
          rowGap: 3,
          mb: 6,
          '&:empty': { display: 'none' },
        }}
      >
        {choosesDays && (
          <ChoiceChips
            label="Period"
            value={String(question.days)}
            choices={PERIODS.map((days) => [String(days), `${days} days`])}
            onChange={question.setDays}
          />
        )}
        <ProductFilter oneAtATime inRow />
      </Box>
    </div>
  );
}
