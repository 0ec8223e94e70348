import { AccountFigure, DeveloperFigure } from '../providers/generated/operations.js';

/** The label of a figure, and its definition as a sentence about those in the list. */
interface FigureLabel {
  readonly label: string;
  readonly meaning: string;
}

export const DEVELOPER_FIGURES: Readonly<Record<DeveloperFigure, FigureLabel>> = {
  [DeveloperFigure.newDevelopers]: {
    label: 'New developers',
    meaning: 'Developers whose first event ever lies in this window.',
  },
  [DeveloperFigure.newActivated]: {
    label: 'New and activated',
    meaning: 'New developers of this window who activated by its end.',
  },
  [DeveloperFigure.newNotActivated]: {
    label: 'New, not yet activated',
    meaning: 'New developers of this window without an activation by its end.',
  },
  [DeveloperFigure.activated]: {
    label: 'Activated',
    meaning: 'Developers whose first activation lies in this window.',
  },
  [DeveloperFigure.retained]: {
    label: 'Activated, and back since',
    meaning:
      'Developers whose first activation lies in this window and who used the product at least 7 × 24 hours later.',
  },
  [DeveloperFigure.matured]: {
    label: 'Activated 14 days earlier',
    meaning: 'Developers whose first activation lies 14 days before this window: each had time to come back.',
  },
  [DeveloperFigure.returned]: {
    label: 'Came back in time',
    meaning: 'Of the developers who activated 14 days earlier, those back from 7 to 14 days after it.',
  },
  [DeveloperFigure.notReturned]: {
    label: 'Did not come back in time',
    meaning: 'Of the developers who activated 14 days earlier, those who were not back within 14 days.',
  },
};

export const ACCOUNT_FIGURES: Readonly<Record<AccountFigure, FigureLabel>> = {
  [AccountFigure.accountsActivated]: {
    label: 'Newly active',
    meaning: 'Accounts whose first activation by any of their developers lies in this window.',
  },
  [AccountFigure.wentQuiet]: {
    label: 'Went quiet',
    meaning: 'Accounts with events on at least four days of this window and on none of its last seven.',
  },
  [AccountFigure.grew]: {
    label: 'Grew',
    meaning: 'Accounts with at least two developers more in the second half of this window than in its first.',
  },
};

/** Figures that count the developers of the window 14 days earlier. */
export const OF_EARLIER: readonly string[] = [
  DeveloperFigure.matured,
  DeveloperFigure.returned,
  DeveloperFigure.notReturned,
];
export const EARLIER_DAYS = 14;

/** The figures as choices of a filter. */
export const choicesOf = (figures: Readonly<Record<string, FigureLabel>>) =>
  Object.entries(figures).map(([figure, { label }]) => [figure, label] as const);
