import { useState } from 'react';
import { Page } from '../components/Page.js';
import { UnreadFilters } from '../components/UnreadFilters.js';
import { useNow } from '../components/useNow.js';
import type { SpendEntry } from '../providers/generated/operations.js';
import { useAct } from '../workspace/useAct.js';
import { AllowanceSection } from './AllowanceSection.js';
import { BalanceSection } from './BalanceSection.js';
import { BudgetSection } from './BudgetSection.js';
import { MonthSection } from './MonthSection.js';
import { MonthsSection } from './MonthsSection.js';
import { monthOf } from './months.js';
import { RecordDialog, type SpendDraft } from './RecordDialog.js';
import { ReportButton } from './ReportButton.js';
import { useMonth, useMonthAddress } from './useMonth.js';
import { useSpending } from './useSpending.js';

/** A person's own spending: charges month by month, the coding agent's allowance, and what is left at the providers. */
export function SpendingPage() {
  const now = useNow();
  const [month] = useMonth();
  const address = useMonthAddress();
  const { data } = useSpending(month);
  // It stands here so that nothing that is asked again under it can take away what is being typed.
  const [draft, setDraft] = useState<SpendDraft | null>(null);
  const report = (of?: SpendEntry) =>
    setDraft({
      provider: of?.provider ?? 'coding_agent',
      month: of?.month ?? month ?? monthOf(now),
      currency: of?.currency ?? 'USD',
      amount: '',
    });
  useAct('report-amount', () => report());
  return (
    <Page
      title="Spending"
      summary="What providers charged you, as it was reported here, and what is left at each. Nothing here is a payment record."
      // A month without any holds this action itself.
      action={data?.monthlyEntries.length !== 0 && <ReportButton primary onPress={() => report()} />}
    >
      <UnreadFilters {...address} />
      <MonthSection onReport={report} />
      <BudgetSection />
      <MonthsSection />
      <AllowanceSection />
      <BalanceSection />
      {draft && <RecordDialog draft={draft} onChange={setDraft} onClose={() => setDraft(null)} />}
    </Page>
  );
}
