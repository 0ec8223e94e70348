import {
  CATEGORY_TOOLS_MIN,
  DOMINANCE,
  GROUP_MIN,
  LAG_HOURS,
  MINIMUM_COHORT,
  MINIMUM_DENOMINATOR,
} from './publication.rules.js';

/** Changes with every change of a rule or a threshold; a snapshot names the one it was made under. */
export const METHODOLOGY_VERSION = 'adoption-v1';

export const ROUNDING =
  '10 to 99 to the nearest 5, 100 to 999 to the nearest 10, above to two significant digits; halves upwards';

export interface MethodologySection {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** The methodology in plain words, with the thresholds that the rules use. */
export const methodologySections: readonly MethodologySection[] = [
  {
    title: 'Whose numbers these are',
    paragraphs: [
      'A tool’s row counts events that the servers of its vendor sent. The vendor’s product was linked to the tool by a reviewer, and the vendor has proven to hold its domain. Events under a famous name from any other sender count nowhere in public.',
      'Imports, relayed receipts, test and sample traffic, and the vendor’s own use are left out before anything is counted. A row of a demo organization is labelled sample and never ranked with first-party rows.',
    ],
  },
  {
    title: 'What is counted',
    paragraphs: [
      'Developers are distinct developer ids, accounts distinct company domains; an event without a domain counts for no account. Activated are developers whose first activation lies in the period. Retained are those of them who came back at least seven days, 168 hours, after it.',
      'Coming back is another event of the activation or retention family. A failed tool call neither activates nor retains, and a return whose time is unknown is not counted. An activation whose time is unknown is taken for as late as it was received, so its return lies seven days after that.',
      'A period is 7, 30 or 90 closed UTC days. An event belongs to the day on which it occurred, or was received where that is unknown.',
    ],
  },
  {
    title: 'When a number is published',
    paragraphs: [
      `There is one snapshot a day, made ${LAG_HOURS} hours after the day has ended and never changed. An event that arrives later changes the company’s own view and no finished snapshot.`,
      `Counts are rounded: ${ROUNDING}. A count stays as it was until ${GROUP_MIN} developers stand behind a change, and a count of accounts until ${GROUP_MIN} accounts do too, so that two days can’t be subtracted to find one person.`,
    ],
  },
  {
    title: 'When a number is withheld',
    paragraphs: [
      `Insufficient: fewer than ${MINIMUM_COHORT.developers} developers or ${MINIMUM_COHORT.accounts} accounts. Zero is insufficient too. Missing: no vendor reports for the tool, which is not zero and no sign that it is not used.`,
      `Suppressed: one developer or account holds more than ${percent(DOMINANCE.top1)}, or two more than ${percent(DOMINANCE.top2)}, of a number. The tool’s other periods are suppressed with it, since they would bound what is withheld.`,
      `Each number of a row stands by itself: one that counts fewer than ${GROUP_MIN}, or leaves fewer than ${GROUP_MIN} of the whole beside it, is withheld and shown as null. A withheld number is withheld at every address, in every period and every export, and the order of rows tells nothing of it.`,
    ],
  },
  {
    title: 'Categories',
    paragraphs: [
      `A category adds the published rows of at least ${CATEGORY_TOOLS_MIN} tools, and nothing that a row withholds. Who uses two tools is counted in both.`,
    ],
  },
  {
    title: 'Change, score and rank',
    paragraphs: [
      `Change compares the published developers with those of the snapshot one period earlier. Shares need ${MINIMUM_DENOMINATOR} in the denominator. The score follows the contract agent-rank-v1 and can be computed again from a row’s components. Change, score, grade, rank and order are made from published numbers alone.`,
      'Sponsorship, payment and self-reports move nothing. Downloads and stars are public-source figures, which stand beside a row and are never added to it.',
    ],
  },
];

/** What readers conclude from such a table although it isn't there. */
export const notSaid: readonly string[] = [
  'A missing, insufficient or suppressed row is not zero, and no proof that the tool is not used.',
  'Only vendors that send events are counted: the table does not say how large a market is.',
  'Numbers of two tools can count the same person; they don’t add up to people.',
  'A change can be the vendor’s new instrumentation as well as new use.',
];
