/** What a letter of intake is about. */
export const letterSubjects = [
  'needs_evidence',
  'changes_requested',
  'rejected',
  'approved',
  'provisioned',
  'published',
  'expired',
  'review_waits',
  'second_approver',
  'assigned',
  'resubmitted',
] as const;
export type LetterSubject = (typeof letterSubjects)[number];

const KIND_LABELS: Readonly<Record<string, string>> = {
  partner_workspace: 'partner workspace',
  tracked_links: 'tracked links',
  hackathon_passport: 'hackathon passport',
  usage_tracking: 'usage tracking',
};

interface Words {
  readonly subject: string;
  readonly body: string;
}

const TO_CONTACT: Partial<Record<LetterSubject, Words>> = {
  needs_evidence: {
    subject: 'Your submission needs evidence',
    body: 'Something is missing before a draft can be prepared. Open the page with your receipt to see what, and send the submission again.',
  },
  changes_requested: {
    subject: 'Changes were requested',
    body: 'A reviewer asks for changes. Open the page with your receipt to see which, and send the submission again.',
  },
  rejected: {
    subject: 'Your submission was not accepted',
    body: 'Open the page with your receipt to see why.',
  },
  approved: {
    subject: 'Your submission was approved',
    body: 'A second reviewer has to agree before anything is set up. Nothing needs to be done.',
  },
  provisioned: {
    subject: 'Your submission was set up',
    body: 'Everything was created as submitted. Open the page with your receipt to see what there is.',
  },
  published: {
    subject: 'Your submission was published',
    body: 'It is public now. Open the page with your receipt to see where.',
  },
  expired: {
    subject: 'Your submission has expired',
    body: 'Nothing happened with it for thirty days. A new one can be made at any time.',
  },
};

const TO_REVIEWERS: Partial<Record<LetterSubject, string>> = {
  review_waits: 'waits for a review',
  second_approver: 'was approved and waits for a second reviewer',
  assigned: 'was assigned to you',
  resubmitted: 'was sent again with changes',
};

/** A letter as it goes out: what changed and one link, nothing that anyone wrote, and no secret. */
export interface LetterText extends Words {
  readonly link: string;
}

export function letterToContact(
  subjectOf: LetterSubject,
  kind: string,
  id: string,
  workspaceUrl: string,
): LetterText | null {
  const words = TO_CONTACT[subjectOf];
  if (!words) return null;
  const link = `${workspaceUrl}/submissions/${id}`;
  return {
    subject: words.subject,
    link,
    body: `Your submission (${KIND_LABELS[kind]}):\n\n${words.body}\n\n${link}\n`,
  };
}

/** One letter for all that waits: a wave of submissions must not become a wave of letters. */
export function letterToReviewer(
  waiting: readonly { readonly subjectOf: LetterSubject; readonly kind: string; readonly id: string }[],
  workspaceUrl: string,
): LetterText {
  const [first] = waiting;
  const only = waiting.length === 1 && first ? first : null;
  const link = only
    ? `${workspaceUrl}/admin/#/review/intake-submissions/${only.id}`
    : `${workspaceUrl}/admin/#/review/intake-submissions`;
  const lines = waiting
    .slice(0, 20)
    .map(({ subjectOf, kind, id }) => `${id} (${KIND_LABELS[kind]}) ${TO_REVIEWERS[subjectOf] ?? 'changed'}`);
  const subject = only
    ? `A submission ${TO_REVIEWERS[only.subjectOf] ?? 'changed'}`
    : `${waiting.length} submissions need a reviewer`;
  return { subject, link, body: `${lines.join('\n')}\n\n${link}\n` };
}

/** The letter whose page has the button that confirms the address. */
export const letterToConfirm = (kind: string, link: string): LetterText => ({
  subject: 'Confirm your address for a submission',
  link,
  body: `This address was named as the contact of a submission (${KIND_LABELS[kind]}). If that is right, open this page within seven days and confirm it there:\n\n${link}\n\nIf it is not, nothing needs to be done.\n`,
});
