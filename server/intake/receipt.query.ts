import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId, readId } from '../platform/ids.js';
import { newLinkSecret } from '../platform/secrets/link-secret.new.js';
import { IntakeLink, type IntakeSubmission } from './intake.entity.js';
import { EXPIRES_DAYS } from './intake-state.rules.js';

const SECRET = /^[A-Za-z0-9_-]{32}$/;

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The two parts of a receipt, `sub_….<secret>`, the id as a bare UUID; null for anything else. */
export function partsOfReceipt(receipt: string): { id: string; secret: string } | null {
  const [submission = '', secret = '', ...rest] = receipt.trim().split('.');
  const id = readId('sub', submission);
  return rest.length === 0 && id !== null && SECRET.test(secret) ? { id, secret } : null;
}

/** The receipt of a submission whose secret this is. */
export const receiptOf = (submission: { readonly id: string }, secret: string): string =>
  `${publicId('sub', submission.id)}.${secret}`;

/** Whether a text can be the secret of a letter's link. */
export const isSecret = (text: string): boolean => SECRET.test(text);

const DAY_MS = 86_400_000;
const digestOf = (secret: string): string => hashOfSecret(secret).toString('hex');

/** Makes another receipt of a submission for its confirmed contact, beside the one that the submitter has. In the caller's transaction. */
export function createLink(em: EntityManager, submission: IntakeSubmission, at: Date): string {
  const secret = newLinkSecret();
  em.create(IntakeLink, {
    digest: digestOf(secret),
    submission,
    expiresAt: new Date(at.getTime() + EXPIRES_DAYS * DAY_MS),
  });
  return receiptOf(submission, secret);
}

/** Whether a secret is the one of a link that a letter to the submission's contact carried, and that has not ended. */
export const isLinkSecret = async (
  em: EntityManager,
  submissionId: string,
  secret: string,
  at: Date,
): Promise<boolean> =>
  (await em.count(IntakeLink, { digest: digestOf(secret), submission: submissionId, expiresAt: { $gt: at } })) > 0;

/** Ends the links of a submission: they went to an address that is not its contact's any more. */
export const endLinks = (em: EntityManager, submissionId: string): Promise<unknown> =>
  em.nativeDelete(IntakeLink, { submission: submissionId });
