import Box from '@mui/material/Box';
import { Empty } from '../components/Empty.js';
import { Notice } from '../components/Notice.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { useNow } from '../components/useNow.js';
import type { SpendEntry } from '../providers/generated/operations.js';
import { MonthlySpendList } from './MonthlySpendList.js';
import { MonthSwitch } from './MonthSwitch.js';
import { formatMonth, monthOf } from './months.js';
import { ReportButton } from './ReportButton.js';
import { UsdTotal } from './UsdTotal.js';
import { useMonth } from './useMonth.js';
import { useSpending } from './useSpending.js';

/** One month: what was reported, what it comes to in US dollars as far as that is known, and what such a figure is worth. */
export function MonthSection({ onReport }: { onReport: (of?: SpendEntry) => void }) {
  const [month, choose] = useMonth();
  const now = useNow();
  const spending = useSpending(month);
  const shown = month ?? spending.data?.month ?? monthOf(now);
  return (
    <Section title={formatMonth(shown)} aside={<MonthSwitch month={shown} onChoose={choose} />}>
      <QueryState query={spending} what="charges" rows={3}>
        {(answer) =>
          answer.monthlyEntries.length === 0 ? (
            <Empty action={<ReportButton onPress={() => onReport()} />}>
              What providers charged you in {formatMonth(answer.month)} will stand here, once you or an agent reported
              it.
            </Empty>
          ) : (
            <>
              <UsdTotal estimate={answer.usdEstimate} />
              <MonthlySpendList key={month} month={month} shown={answer.month} onReplace={onReport} />
              <Box sx={{ mt: 3 }}>
                <Notice tone="info">{answer.usdEstimate.notice}</Notice>
              </Box>
            </>
          )
        }
      </QueryState>
    </Section>
  );
}
