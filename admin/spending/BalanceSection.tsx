import { Section } from '../components/Page.js';
import { SearchBalancePanel } from './SearchBalancePanel.js';
import { WebDataBalancePanel } from './WebDataBalancePanel.js';

/** What is left at the providers, as each of them said when it was last asked. */
export function BalanceSection() {
  return (
    <Section title="Provider balances">
      <SearchBalancePanel />
      <WebDataBalancePanel />
    </Section>
  );
}
