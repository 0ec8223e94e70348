import type { DataColumn } from '../components/columns.js';
import { Day } from '../components/Day.js';
import { ListPage } from '../components/ListPage.js';
import type { ListDirectoryGapsAnswer } from '../providers/generated/operations.js';

type Gap = ListDirectoryGapsAnswer['directoryGaps']['items'][number] & { readonly id: string };

const FILTERS = [
  {
    source: 'days',
    label: 'Period',
    narrows: true,
    choices: [
      ['7', '7 days'],
      ['', '30 days'],
      ['90', '90 days'],
      ['365', 'a year'],
    ],
  },
] as const;

const KINDS: Readonly<Record<Gap['kind'], string>> = {
  capability: 'No tool fits',
  not_understood: 'No need was read',
  category: 'Nothing found in it',
};

/** Counts of what questions asked for and the directory lacks, most wanted first. */
export function DirectoryGapList() {
  return (
    <ListPage<Gap>
      title="Gaps"
      where="Review"
      about="What people and agents asked for and found nothing: counts by capability and category. No question is stored. A need without a tool is what to add next; one with tools met a limit, such as a price or a language."
      columns={COLUMNS}
      filters={FILTERS}
      sort={{ field: 'questions', order: 'DESC' }}
      to={null}
      empty={{ text: 'Gaps will be listed here when a question finds nothing.' }}
    />
  );
}

const COLUMNS: readonly DataColumn<Gap>[] = [
  { source: 'title', label: 'Asked for', cell: ({ title }) => title },
  {
    source: 'kind',
    label: 'Gap',
    cell: ({ kind }) => KINDS[kind],
    text: ({ kind }) => KINDS[kind],
    whole: true,
    card: 'state',
  },
  {
    source: 'questions',
    label: 'Questions',
    cell: ({ questions }) => questions.toLocaleString('en'),
    text: ({ questions }) => questions,
    numeric: true,
    card: 'fact',
  },
  {
    source: 'tools',
    label: 'Tools that have it',
    cell: ({ tools }) => tools.toLocaleString('en'),
    text: ({ tools }) => tools,
    numeric: true,
  },
  { source: 'lastDay', label: 'Last', cell: ({ lastDay }) => <Day at={lastDay} />, whole: true },
];
