import { SpendCurrency, type SpendEntry, SpendProvider } from '../providers/generated/operations.js';
import { formatCents } from './money.js';

const PROVIDERS: Record<SpendProvider, string> = {
  coding_agent: 'Coding agent',
  search_api: 'Search provider',
  web_data_api: 'Web data provider',
};

/** A provider in people's words. */
export const labelOfProvider = (provider: SpendProvider): string => PROVIDERS[provider];

/** The providers and the currencies as choices, in the order of the specification. */
export const PROVIDER_CHOICES = Object.values(SpendProvider).map(
  (provider) => [provider, labelOfProvider(provider)] as const,
);
export const CURRENCY_CHOICES = Object.values(SpendCurrency).map((currency) => [currency, currency] as const);

/** An entry's amount in its own currency, which comes first wherever money stands. */
export const labelOfEntry = ({ amountCents, currency }: Pick<SpendEntry, 'amountCents' | 'currency'>): string =>
  formatCents(amountCents, currency);

/** An entry as it is called in a sentence: `$41.20 of the coding agent`. */
export const nameOfEntry = (entry: Pick<SpendEntry, 'provider' | 'amountCents' | 'currency'>): string =>
  `${labelOfEntry(entry)} of the ${labelOfProvider(entry.provider).toLowerCase()}`;

/** Why an amount has no value in US dollars, from the service's reason. */
export const labelOfReason = (reason: string | null, currency: string): string =>
  REASONS[reason ?? '']?.replace('this currency', currency) ?? 'the service gives no reason';
const REASONS: Record<string, string> = {
  rates_unavailable: 'the reference rates can’t be reached now',
  rates_invalid: 'the reference rates came in a form that can’t be trusted',
  rates_in_the_future: 'the reference rates are dated in the future',
  rates_too_old: 'the newest reference rates are over 7 days old',
  currency_missing: 'the reference rates have none for this currency',
  rate_implausible: 'the reference rate for this currency can’t be right',
};
