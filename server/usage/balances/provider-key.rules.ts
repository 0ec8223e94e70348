import { ValidateBy } from 'class-validator';

/** 16 to 512 characters after trimming (specification §4 rule 2); the search provider's keys may also have full stops (decisions §8). */
const FORMS = {
  web_data_api: { form: /^[A-Za-z0-9_-]{16,512}$/, letters: 'letters, digits, underscores or hyphens' },
  search_api: { form: /^[A-Za-z0-9._-]{16,512}$/, letters: 'letters, digits, full stops, underscores or hyphens' },
} as const;

/** Credentials of this service: one that was taken for a provider's key must not leave the house. */
const OURS = /^(dai|dtk|dae)_/;

/** The providers whose balances are asked for. */
export type BalanceProvider = keyof typeof FORMS;

/** A key that a person sends for one call; what is wrong with it is said without it. */
export const IsProviderKey = (provider: BalanceProvider): PropertyDecorator =>
  ValidateBy({
    name: 'provider_key',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' && FORMS[provider].form.test(value.trim()) && !OURS.test(value.trim()),
      defaultMessage: () =>
        `must be the provider's own key: 16 to 512 ${FORMS[provider].letters}, and no token of this service`,
    },
  });
