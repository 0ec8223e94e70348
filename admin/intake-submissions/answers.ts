import type { IntakeSubmissionItem } from '../providers/generated/operations.js';
import { memberLabel, ruleLabel } from './intake.labels.js';

/** A sentence to the submitter, and the words on its button. */
export interface Answer {
  readonly label: string;
  readonly text: string;
}

const CHECKS_MAX = 6;

/** Rules about other parties, or that would teach an attacker: no submitter reads of them. */
export const PRIVATE: ReadonlySet<string> = new Set([
  'domain.lookalike',
  'organization.lookalike',
  'product.lookalike',
  'tool.lookalike',
  'address.lookalike',
  'event.lookalike',
  'sponsor.lookalike',
  'duplicates.submission',
  'text.instructions',
  'text.hidden',
  'workspace.new',
]);

const CHANGES: readonly Answer[] = [
  {
    label: 'Address of the vendor',
    text: 'Please submit it from an address under the domain of the vendor, so that we can see that you speak for it.',
  },
  { label: 'Public evidence', text: 'Please name a public page of the vendor that shows what you state.' },
  { label: 'Say less', text: 'Please describe what it does in plain words, without praise and without comparisons.' },
  { label: 'Terms and last day', text: 'Please name the page with the terms of the offer, and its last day.' },
];

const REJECTIONS: readonly Answer[] = [
  {
    label: 'No developer tool',
    text: 'This directory lists tools that developers build with. This is not one of them.',
  },
  {
    label: 'Does not speak for the vendor',
    text: 'We could not see that you speak for the vendor. The vendor can submit it from an address under its own domain.',
  },
  {
    label: 'Listed already',
    text: 'It is listed already. Its vendor can correct the entry from the page of the tool.',
  },
  {
    label: 'Pages not reachable',
    text: 'The pages that it names could not be reached. You can submit it again once they can.',
  },
];

/** The place of a check in the words of the form: `/fields/links/1/url` reads as `links 2 address`. */
const placeOf = (pointer: string): string =>
  pointer
    .split('/')
    .filter((part) => part !== '' && part !== 'fields')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : memberLabel(part).toLowerCase()))
    .join(' ');

/** The sentences for a decision about an item: one for each check that did not pass and that its submitter may read of, then the usual ones. */
export function answersFor({ checks }: Pick<IntakeSubmissionItem, 'checks'>, rejects: boolean): Answer[] {
  const usual = rejects ? REJECTIONS : CHANGES;
  const found = checks
    .filter(({ result, ruleId }) => result !== 'pass' && !PRIVATE.has(ruleId))
    .slice(0, CHECKS_MAX)
    .map(({ ruleId, pointer, reason }): Answer => {
      const place = placeOf(pointer);
      return {
        label: `${ruleLabel(ruleId)}${place && `: ${place}`}`,
        text: `${place ? `About ${place}: ` : ''}${reason}`,
      };
    });
  const byLabel = new Map([...found, ...usual].map((answer) => [answer.label, answer]));
  return [...byLabel.values()];
}
