import { isEmail, Matches, ValidateBy } from 'class-validator';
import { hasUnstorableText } from './body.js';
import { normalizeDomain } from './domain.rules.js';
import type { IdPrefix } from './ids.js';

/** An id of one type; a malformed one is refused here and never reaches PostgreSQL as a cast error. */
export const IsId = (prefix: IdPrefix): PropertyDecorator =>
  Matches(new RegExp(`^${prefix}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`), {
    message: `must be an id that begins with ${prefix}_`,
  });

/** Text of 1 to `max` characters that PostgreSQL can store and that is not blank. */
export const IsText = (max: number): PropertyDecorator =>
  ValidateBy({
    name: 'text',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' && value.trim() !== '' && value.length <= max && !hasUnstorableText(value),
      defaultMessage: () => `must be text of 1 to ${max} characters without NUL or lone surrogates`,
    },
  });

/** Text of 0 to `max` characters without NUL or half surrogate pairs: a question that may be empty. */
export const IsPlainText = (max: number): PropertyDecorator =>
  ValidateBy({
    name: 'text',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && value.length <= max && !hasUnstorableText(value),
      defaultMessage: () => `must be text of 0 to ${max} characters without NUL or lone surrogates`,
    },
  });

/** A domain as `normalizeDomain` takes it. */
export const IsDomain = (): PropertyDecorator =>
  ValidateBy({
    name: 'domain',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && normalizeDomain(value) !== null,
      defaultMessage: () => 'must be a domain such as example.com, without scheme, port or path',
    },
  });

/** An e-mail address of at most 254 characters; text that PostgreSQL cannot store is none, and makes the library's own check throw. */
export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 254 && !hasUnstorableText(value) && isEmail(value);

/** class-validator's form of the rule. */
export const IsAddress = (): PropertyDecorator =>
  ValidateBy({
    name: 'address',
    validator: {
      validate: isAddress,
      defaultMessage: () => 'must be an e-mail address of at most 254 characters',
    },
  });
