import { Section } from '../components/Page.js';
import { SearchBalancePanel } from './SearchBalancePanel.js';
import { WebDataBalancePanel } from './WebDataBalancePanel.js';

/** The balances at the providers, as each of them reported last. */
export function BalanceSection() {
  return (
    <Section title="Provider balances">
      <SearchBalancePanel />
      <WebDataBalancePanel />
    </Section>
  );
}
