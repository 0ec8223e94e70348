import { Matches, ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import { normalizeAccountDomain } from './domain.rules.js';
import { normalizeEmail } from './email.rules.js';
import { isFreeMail } from './free-mail.rules.js';
import { hasUnstorableText } from './http/body.js';
import type { IdPrefix } from './ids.js';
import { readTime } from './instant.rules.js';
import { isName, isSeen, UNSEEN_DETAIL } from './name.rules.js';

/** An id of one type; a malformed one is refused here and never reaches PostgreSQL as a cast error. */
export const IsId = (prefix: IdPrefix): PropertyDecorator =>
  Matches(new RegExp(`^${prefix}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`), {
    message: `must be an id that begins with ${prefix}_`,
  });

/**
 * For a member of a change that always has a value: left out it stays as it is, and `null` can't clear it. The other constraints check a given value.
 */
export const StaysUnlessGiven = (): PropertyDecorator => (target, property) => {
  ValidateIf((_input, value) => value !== undefined)(target, property);
  ValidateBy({
    name: 'required',
    validator: {
      validate: (value: unknown) => value !== null,
      defaultMessage: (at?: ValidationArguments) => `${at?.property} can be left out, but it cannot be null`,
    },
  })(target, property);
};

/** Text of 1 to `max` characters that PostgreSQL can store and that is not blank; `each` is for the members of a list. */
export const IsText = (max: number, each = false): PropertyDecorator =>
  ValidateBy(
    {
      name: 'text',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && value.trim() !== '' && value.length <= max && !hasUnstorableText(value),
        defaultMessage: () => `must be text of 1 to ${max} characters without NUL or lone surrogates`,
      },
    },
    { each },
  );

/** A name: 1 to `max` characters on one line, and no web address in it. */
export const IsName = (max: number): PropertyDecorator =>
  ValidateBy({
    name: 'text',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' &&
        value.trim() !== '' &&
        value.length <= max &&
        !hasUnstorableText(value) &&
        isName(value),
      defaultMessage: () => `must be a name of 1 to ${max} characters on one line, without a web address`,
    },
  });

/** Text without characters that are not seen; beside another constraint, of what names a tool, vendor, product, organization or event. */
export const IsSeen = (): PropertyDecorator =>
  ValidateBy({
    name: 'unseen',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || isSeen(value),
      defaultMessage: () => UNSEEN_DETAIL,
    },
  });

/** True for text of at most `max` characters, also when its compatibility forms are unfolded as a search does. */
const isWithin = (text: string, max: number): boolean =>
  text.length <= 2 * max && [...text].length <= max && [...text.normalize('NFKC')].length <= max;

/** Text of 0 to `max` characters without NUL or half surrogate pairs: a question that may be empty. */
export const IsPlainText = (max: number): PropertyDecorator =>
  ValidateBy({
    name: 'text',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isWithin(value, max) && !hasUnstorableText(value),
      defaultMessage: () => `must be text of 0 to ${max} characters without NUL or lone surrogates`,
    },
  });

/** Whether `readTime` takes it. */
export const isTime = (value: unknown): value is string => typeof value === 'string' && readTime(value) !== null;

/** A time that means one moment wherever the service runs: with an offset, or a day, which begins at midnight UTC. */
export const IsTime = (): PropertyDecorator =>
  ValidateBy({
    name: 'time',
    validator: {
      validate: isTime,
      defaultMessage: () => 'must be a time with its offset, such as 2026-11-20T00:00:00Z, or a day',
    },
  });

/** A domain as `normalizeAccountDomain` takes it. */
export const IsDomain = (): PropertyDecorator =>
  ValidateBy({
    name: 'domain',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && normalizeAccountDomain(value) !== null,
      defaultMessage: () =>
        'must be a domain of its own such as example.com: without scheme, port or path, and no public suffix such as co.uk',
    },
  });

/** A domain that can be one organization's: beside another constraint, none of a mail service that gives an address to everyone. */
export const IsNoFreeMail = (): PropertyDecorator =>
  ValidateBy({
    name: 'free_mail',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || !isFreeMail(normalizeAccountDomain(value) ?? ''),
      defaultMessage: () => 'is the domain of a mail service for everyone, which is no organization’s own',
    },
  });

/** Whether `normalizeEmail` takes it. */
export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && normalizeEmail(value) !== null;

/** class-validator's form of the rule. */
export const IsAddress = (): PropertyDecorator =>
  ValidateBy({
    name: 'address',
    validator: {
      validate: isAddress,
      defaultMessage: () => 'must be an e-mail address of at most 254 characters',
    },
  });
