/** The occasions of letters of intake. */
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
    body: 'Something is missing before a draft can be prepared. Open this page, add it, and send the submission again.',
  },
  changes_requested: {
    subject: 'Changes were requested',
    body: 'A reviewer asks for changes. Open this page to see which, and send the submission again.',
  },
  rejected: {
    subject: 'Your submission was not accepted',
    body: 'Open this page to see why.',
  },
  approved: {
    subject: 'Your submission was approved',
    body: 'A second reviewer has to agree before anything is set up. Nothing needs to be done.',
  },
  provisioned: {
    subject: 'Your submission was set up',
    body: 'Everything was created as submitted. Open this page to see what there is.',
  },
  published: {
    subject: 'Your submission was published',
    body: 'It is public now. Open this page to see where.',
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

/** A letter as it goes out: what changed and one link, nothing that anyone wrote, and no secret but the link's own. */
export interface LetterText extends Words {
  readonly link: string;
}

/** The content of a letter to a contact: its link opens the submission for 30 days, and `missing` are the sentences of our rules. */
export interface ContactLetter {
  readonly subjectOf: LetterSubject;
  readonly kind: string;
  readonly link: string;
  readonly missing: readonly string[];
}

export function letterToContact({ subjectOf, kind, link, missing }: ContactLetter): LetterText | null {
  const words = TO_CONTACT[subjectOf];
  if (!words) return null;
  const lines = missing.map((sentence) => `- ${sentence}\n`).join('');
  return {
    subject: words.subject,
    link,
    body: `Your submission (${KIND_LABELS[kind]}):\n\n${words.body}\n\n${lines && `${lines}\n`}${link}\n`,
  };
}

/** The letter to who lost the receipt, with a link to each submission; the newest is the link that it is about. */
export const letterWithLinks = (links: readonly { readonly kind: string; readonly link: string }[]): LetterText => ({
  subject: 'Links to your submissions',
  link: links[0]?.link ?? '',
  body: `Each link opens a submission of yours for 30 days:\n\n${links
    .map(({ kind, link }) => `${KIND_LABELS[kind]}:\n${link}\n`)
    .join('\n')}\nIf you did not ask for this, ignore it.\n`,
});

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
