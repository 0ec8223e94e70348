import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useKeys } from '../components/keys.js';
import { ListPage } from '../components/ListPage.js';
import { focusedRow } from '../components/useRowKeys.js';
import type { IntakeSubmissionRow } from '../providers/generated/operations.js';
import { BulkActs } from './BulkActs.js';
import { type Decided, DecidedLine } from './DecidedLine.js';
import { INTAKE_COLUMNS } from './intake.columns.js';
import { KINDS, STATES } from './intake.labels.js';
import { QueueWork } from './QueueWork.js';
import { QUEUE_SORT } from './useNeighbours.js';

const FILTERS = [
  { source: 'kind', label: 'Kind', every: 'Every kind', choices: KINDS },
  {
    source: 'assignee',
    label: 'Assignee',
    every: 'Anyone’s',
    choices: [
      ['me', 'Mine'],
      ['none', 'Unassigned'],
    ],
  },
  {
    source: 'reason',
    label: 'Why',
    every: 'Any reason',
    choices: [
      ['risky', 'With a risk'],
      ['plain', 'Without a risk'],
      ['security', 'Security'],
      ['duplicate', 'Said before'],
      ['two_reviewers', 'Two reviewers'],
      ['standard', 'Nothing special'],
    ],
  },
  { source: 'state', label: 'State', every: 'All that wait for a reviewer', choices: STATES, several: true },
] as const;

/** The submissions that wait for reviewers, those with a risk first. */
export function IntakeList() {
  const navigate = useNavigate();
  const { state } = useLocation();
  // The list writes its filters into the address, and what came with the address is gone then.
  const [decided] = useState((state as { decided?: Decided } | null)?.decided);
  useKeys([
    { key: 'x', label: 'Select the row', run: () => checkboxOf(focusedRow())?.click() },
    {
      key: 'a',
      label: 'Approve what is selected',
      run: () => document.querySelector<HTMLElement>('[data-act=approve-selected]')?.click(),
    },
    { key: 'c', label: 'Show what is unassigned', run: () => navigate('?assignee=none') },
  ]);
  return (
    <ListPage<IntakeSubmissionRow>
      title="Queue"
      where="Review"
      about="Automation checks what is submitted and prepares a draft of what approval would create. Nothing is created or published before a reviewer has decided."
      columns={INTAKE_COLUMNS}
      filters={FILTERS}
      search="Search submissions"
      sort={QUEUE_SORT}
      refreshMs={30_000}
      bulk={{ name: ({ title }) => title, acts: <BulkActs /> }}
      empty={{ text: 'Nothing waits for a reviewer.' }}
    >
      <DecidedLine decided={decided} />
      <QueueWork />
    </ListPage>
  );
}

const checkboxOf = (link: HTMLElement | undefined): HTMLElement | null | undefined =>
  link?.closest('tr')?.querySelector<HTMLElement>('input[type=checkbox]');
