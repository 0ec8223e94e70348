import type { useDai } from '../providers/data.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';
import { consequencesOf } from './DraftRecords.js';
import { kindLabel } from './intake.labels.js';

type Dai = ReturnType<typeof useDai>;

export type ActName = 'approve' | 'provision' | 'request_changes' | 'reject' | 'mark_spam';

/** A decision about one revision: its words, and the way to the service. */
export interface IntakeAct {
  readonly name: ActName;
  readonly key: string;
  /** On the button. */
  readonly label: (item: IntakeSubmissionItem) => string;
  /** On the quiet line afterwards. */
  readonly done: string;
  readonly consequences: (item: IntakeSubmissionItem) => string[];
  /** The purpose of the reason; null where none is needed. */
  readonly reason: string | null;
  readonly run: (dai: Dai, item: IntakeSubmissionItem, reason: string) => Promise<IntakeSubmissionItem>;
}

const of = ({ id, revision }: IntakeSubmissionItem) => ({ id, revision });

export const ACTS: Readonly<Record<ActName, IntakeAct>> = {
  approve: {
    name: 'approve',
    key: 'a',
    label: ({ revision }) => `Approve revision ${revision}`,
    done: 'Approved',
    consequences: (item) =>
      item.needsSecondApprover && item.state !== 'approved'
        ? ['Nothing is created yet: a second reviewer agrees, or rejects it.', 'The contact is told by a letter.']
        : [...consequencesOf(item), 'It is public at once. The contact is told by a letter.'],
    reason: null,
    run: (dai, item) => dai.approveIntake(of(item)),
  },
  provision: {
    name: 'provision',
    key: 'a',
    label: ({ revision }) => `Provision revision ${revision}`,
    done: 'Provisioned',
    consequences: (item) => [
      ...consequencesOf(item),
      item.kind === 'partner_workspace'
        ? 'The contact is invited as the owner. No key is created: the owner does that.'
        : 'No key is created: the owner of the product does that.',
    ],
    reason: null,
    run: (dai, item) => dai.provisionIntake(of(item)),
  },
  request_changes: {
    name: 'request_changes',
    key: 'r',
    label: () => 'Request changes',
    done: 'Changes requested of',
    consequences: () => [
      'The contact reads what you write here, and sends the submission again.',
      'The review goes on with the next revision.',
    ],
    reason: 'What has to change',
    run: (dai, item, reason) => dai.requestIntakeChanges({ ...of(item), reason }),
  },
  reject: {
    name: 'reject',
    key: 'x',
    label: () => 'Reject',
    done: 'Rejected',
    consequences: (item) => [
      `The submission (${kindLabel(item.kind).toLowerCase()}) ends. Nothing of it is created.`,
      'The contact reads what you write here.',
    ],
    reason: 'Why it is not accepted',
    run: (dai, item, reason) => dai.rejectIntake({ ...of(item), reason }),
  },
  mark_spam: {
    name: 'mark_spam',
    key: 's',
    label: () => 'End as spam',
    done: 'Ended as spam:',
    consequences: () => [
      'The submission ends. Nothing of it is created.',
      'No letter is sent: its address was never confirmed. Who has the receipt reads that it was taken for spam.',
    ],
    reason: null,
    run: (dai, item) => dai.markIntakeSpam(of(item)),
  },
};

/** The decisions that the caller may take now, the main one first. */
export const actsFor = ({ allowed }: IntakeSubmissionItem): IntakeAct[] =>
  (['approve', 'provision', 'request_changes', 'reject', 'mark_spam'] as const)
    .filter((name) => allowed.includes(name))
    .map((name) => ACTS[name]);
