import { createHash } from 'node:crypto';
import type { ActionFacts, FactWindow } from './action-facts.rules.js';

/** A number that proves why an action is due. */
export interface Evidence {
  readonly metric: string;
  readonly value: number;
  /** The same of the window before; null where nothing is compared. */
  readonly previous: number | null;
  readonly window: FactWindow;
  readonly label: string;
  /** Events that prove it by themselves. */
  readonly eventIds: readonly string[] | null;
}

/** The finding of one rule about one subject. */
export interface Finding {
  /** A tool, campaign, key, family or product, as part of the action's id. */
  readonly subject: string;
  /** Developers that it touches, else accounts, else events. */
  readonly touched: number;
  readonly title: string;
  readonly why: string;
  readonly step: string;
  readonly evidence: readonly Evidence[];
  /** The page that does the step, below the workspace. */
  readonly path: string;
}

/** A rule's verdict: what it found, or why its data does not let it say anything. */
export type Verdict = readonly Finding[] | { readonly unknown: string };

export type Rule = (facts: ActionFacts) => Verdict;

const TEXT_MAX = 60;

/** A name that others chose, short enough for a title. */
export const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length > TEXT_MAX ? `${characters.slice(0, TEXT_MAX - 1).join('')}…` : text;
};

const SUBJECT_MAX = 100;
const DIGEST_LENGTH = 16;

/** Parts of a subject as one: no two subjects have the same. A long one ends with a digest, so that ids stay short. */
export function subjectOf(...parts: readonly (string | null)[]): string {
  const subject = parts.map((part) => encodeURIComponent(part ?? '')).join('/');
  if (subject.length <= SUBJECT_MAX) return subject;
  const digest = createHash('sha256').update(subject).digest('hex').slice(0, DIGEST_LENGTH);
  return `${subject.slice(0, SUBJECT_MAX - DIGEST_LENGTH - 1)}~${digest}`;
}

/** A number of the window beside the one before. */
export const measured = (
  { window, label }: ActionFacts,
  metric: string,
  value: number,
  previous: number | null,
): Evidence => ({ metric, value, previous, window, label, eventIds: null });

/** A page of the organization in the workspace. */
export const pageOf = ({ organizationId }: ActionFacts, page: string): string => `/admin/#/o/${organizationId}/${page}`;

export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
