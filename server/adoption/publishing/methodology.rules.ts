import {
  CATEGORY_TOOLS_MIN,
  DOMINANCE,
  GROUP_MIN,
  LAG_HOURS,
  MINIMUM_CALLERS,
  MINIMUM_COHORT,
  MINIMUM_DENOMINATOR,
  MOVEMENT,
  SHARE_STEP,
  WITHHELD,
} from './publication.rules.js';

/** Changes with every change of a rule or a threshold; a snapshot names the one it was made under. */
export const METHODOLOGY_VERSION = 'adoption-v2';

export const ROUNDING =
  '10 to 99 to the nearest 5, 100 to 999 to the nearest 10, above to two significant digits; halves upwards; shares to the nearest 5 percent';

export interface MethodologySection {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;
const { q, atMost, eventsAtMost } = WITHHELD;
const mostToMove = MOVEMENT.least + MOVEMENT.drawn - 1;

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
      'Developers are distinct developer ids, accounts distinct company domains; free mail is no account, and an event without a domain counts for none. Events count up to 1,000 a day of one developer. Activated are developers whose first activation lies in the period. Retained are those of them who came back at least seven days, 168 hours, after it.',
      'Shares are of 90 days. Activation: new developers who activated, of all new developers. Return: of those who activated 14 days earlier, those who came back within 14 days. Steady use: of the developers of the last four ISO weeks, those of at least two of them. Tool success: tool calls that succeeded, of all.',
      'A period is 7, 30 or 90 closed UTC days. An event belongs to the day on which it occurred, or was received where that is unknown. Developers, accounts and their change are published for all three; events, activated, retained and shares for 90 days alone.',
    ],
  },
  {
    title: 'What is withheld from every number',
    paragraphs: [
      `Each tool has three secret numbers that never count: of accounts, of every count of developers, and of events and calls. They are drawn once, from a secret that no server of the public pages can read, and are the same in all periods and on all days. n is withheld with probability (1 − q) · qⁿ, where q is ${q.accounts} for accounts, ${q.developers} for developers and ${q.events} for events; at most ${atMost}, of events ${eventsAtMost}. The number of accounts is contained in that of developers, and that in the number of events, so that a comparison of two counts tells nothing of what is withheld from both.`,
      'It takes no one out in particular. What is left is all that the rules below see. A count of developers is low by four on average, and in one tool of nine by more than nine.',
    ],
  },
  {
    title: 'When a number is published',
    paragraphs: [
      `There is one snapshot a day, made no earlier than ${LAG_HOURS} hours after the day has ended, and never changed. An event that arrives later changes the company’s own view and no finished snapshot.`,
      `Numbers are rounded: ${ROUNDING}. A number stays as it was until ${MOVEMENT.least} to ${mostToMove} developers have entered or left it, how many is drawn for each move; so it may lag behind by up to ${mostToMove - 1} people, and stand above the truth. That holds for a share too, and across days on which it was withheld.`,
    ],
  },
  {
    title: 'When a number is not published',
    paragraphs: [
      `Insufficient: fewer than ${MINIMUM_COHORT.developers} developers or ${MINIMUM_COHORT.accounts} accounts are left. Zero is insufficient too. Missing: no vendor reports for the tool, which is not zero and no sign that it is not used.`,
      `Suppressed: one developer or account holds more than ${percent(DOMINANCE.top1)}, or two more than ${percent(DOMINANCE.top2)}, of the row. The tool’s other periods are suppressed with it, since they would bound what is withheld.`,
      `Activated, retained and accounts below ${GROUP_MIN} left are null. A share needs ${MINIMUM_DENOMINATOR} left in its denominator and is published to the nearest ${SHARE_STEP} percent; tool success also needs ${MINIMUM_CALLERS.developers} developers of ${MINIMUM_CALLERS.accounts} accounts. A withheld number is withheld at every address, in every period and every export, and the order of rows tells nothing of it.`,
    ],
  },
  {
    title: 'A worked example',
    paragraphs: [
      'In 90 days 47 developers of 23 accounts used a tool; 40 of them are new, and 27 of these activated. Say that 3 developers and 2 accounts are withheld. Left are 44 developers and 21 accounts, which are published as 45 and 20.',
      'Of the new developers 37 are left and of those who activated 24: 65 percent, published as 65. A week later 52 developers used it, 49 are left; 9 have entered or left since, which is fewer than ten: 45 stays. Two weeks later 15 have, the draw was 13, and 60 left are published as 60.',
    ],
  },
  {
    title: 'What is promised, and what is not',
    paragraphs: [
      'For any count of any period, published or not, at least ten values are possible for a reader who has every public answer, knows every rule and parameter, and knows the truth of all other tools; for accounts, seven. That holds too where the reader invents developers in the product. A test attacks hundreds of made-up worlds with each change, and ten thousand before a release.',
      'Not promised: differences between periods or days against one who invents developers, and a tool of which a reader knows from elsewhere that no one used it.',
      'The price: of tools with about 12 developers one in three has a row, with 20 six of seven, from 50 on all. A published number is typically 17% off at 20 developers, 10% at 50, and 3% from 200 on.',
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
      'Change compares the published developers with those of the snapshot one period earlier. The score follows the contract agent-rank-v2 and can be computed again from a row’s published numbers; it is that of 90 days in every period. Rows are ranked by score, then by published developers. Change, score, grade, rank and order are made from published numbers alone.',
      'Sponsorship, payment and self-reports move nothing. Downloads and stars are public-source figures, which stand beside a row and are never added to it.',
    ],
  },
  {
    title: 'Public figures',
    paragraphs: [
      'Downloads and stars are counted by the registries (npm, PyPI, crates.io, Docker Hub, RubyGems, Packagist, NuGet) and by GitHub, for the packages and the repository that a tool’s record names. They are read, not computed: a figure has its package, its day or window, and its source, which is the registry itself or a named file of a named version. A reader who opens that source and looks for the package finds the figure again.',
      'A tool with several packages in one registry is ranked by one of them, its main one, which the ranking names; the others stand on its page. A package can be a client of a service or of a server: it then counts those who call the tool from one language, and installations by machines count like those of people. Figures of different registries, of weeks and of months are never added or ranked together.',
      'Every figure stays under its day in the tool’s history, those older than a year one a week. A zero, or a figure that moved more than tenfold, waits for a person.',
    ],
  },
  {
    title: 'Defect log',
    paragraphs: [
      'Between 2026-11-23 and 2026-11-27 builds of DAI published under adoption-v1: withheld numbers could be narrowed to a few values from public answers alone. Where developers came in bursts, as in a hackathon, a fresh number of 30 days beside one of 7 days left a remainder for the days between, although those were withheld; in a simulation 54 of 156 withheld counts fell so. Who invented developers in a product could find the day on which its row appeared, and so count exactly. Since adoption-v2 a secret number is withheld from each count, numbers of evidence are published for one period alone, and a number moves only with ten to nineteen people. Snapshots of adoption-v1 are answered with 410 and are not used again; in an installation that published any, a period gets its first number when it begins after the last such day.',
    ],
  },
  {
    title: 'Appeal, and versions',
    paragraphs: [
      'A reader who thinks that a number is wrong, or says too much, writes to the operator of this installation through a submission (/submit/tracked_links) and names the snapshot; a person answers. A change of a rule or a threshold is a new version.',
      'adoption-v2 since 2026-11-27. adoption-v1 from 2026-11-23 to 2026-11-27, withdrawn.',
    ],
  },
];

/** What readers conclude from such a table although it isn't there. */
export const notSaid: readonly string[] = [
  'A missing, insufficient or suppressed row is not zero, and no proof that the tool is not used.',
  'Only vendors that send events are counted: the table does not say how large a market is.',
  'Numbers of two tools can count the same person; they don’t add up to people.',
  'A change can be the vendor’s new instrumentation as well as new use.',
  'A difference between two numbers is no count of people: each has a withheld part, is rounded and may lag.',
];
