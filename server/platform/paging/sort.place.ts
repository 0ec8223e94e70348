import { createHash } from 'node:crypto';
import { invalid } from '../fault.js';
import { hasUnstorableText } from '../http/body.js';
import { isDay } from '../instant.rules.js';
import { keyOfCursor } from './page.js';

/** The kinds of values that a list is sorted by. */
export type SortType = 'text' | 'number' | 'time' | 'day' | 'uuid';

/** The place at which a page ended: the last row's sort value, and the value that tells equal rows apart, both as PostgreSQL printed them. */
export interface SortPlace {
  readonly value: string | null;
  readonly tie: string;
}

/** A sorted text is a name or a title: no cursor of ours holds a longer one. */
const TEXT_MAX = 4_096;
const TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d)?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INFINITE = /^-?infinity$/;

/** Whether PostgreSQL reads a text as a value of the type: a cursor that someone altered must be refused, not fail in the statement. */
const READS: Record<SortType, (text: string) => boolean> = {
  text: (text) => text.length <= TEXT_MAX && !hasUnstorableText(text),
  number: (text) => /^-?\d{1,18}$/.test(text),
  uuid: (text) => UUID.test(text),
  day: (text) => INFINITE.test(text) || isDay(text),
  time: (text) => {
    const [, day = '', clock = ''] = TIME.exec(text) ?? [];
    return INFINITE.test(text) || (isDay(day) && /^([01]\d|2[0-3])(:[0-5]\d){2}$/.test(clock));
  },
};

export const isOfType = (text: string, type: SortType): boolean => READS[type](text);

/** 16 characters that stand for a list, its order and its filters; one that is not given is the same as null or an empty list. */
export function questionOf(list: string, sort: string, filters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([list, sort, given]))
    .digest('base64url')
    .slice(0, 16);
}

/** The content of a cursor: the question that was asked, and the place where its page ended. */
export const keyOfPlace = (question: string, { tie, value }: SortPlace): string =>
  JSON.stringify([question, tie, value]);

/** How the places of an order look. */
export interface PlaceForm {
  readonly question: string;
  readonly tie: SortType;
  /** Null where rows are sorted by what tells them apart alone. */
  readonly value: { readonly type: SortType; readonly nullable?: boolean } | null;
  /** Cursors that were handed out before lists could be sorted hold nothing but the tie, and belong to the order of that time. */
  readonly takesBareTie: boolean;
}

/** The place behind a cursor, null for the first page. One of another order or other filters is refused, and so is anything else. */
export function placeOfCursor(cursor: string | null | undefined, form: PlaceForm): SortPlace | null {
  const key = keyOfCursor(cursor, { test: (text) => readPlace(text, form) !== null });
  const place = key === null ? null : readPlace(key, form);
  if (place?.question === null || place?.question === form.question || place === null) return place;
  throw invalid([{ pointer: '/cursor', code: 'other_query', detail: 'this cursor belongs to another question' }]);
}

type ReadPlace = SortPlace & { readonly question: string | null };

function readPlace(key: string, form: PlaceForm): ReadPlace | null {
  if (!key.startsWith('[')) {
    const isTie = form.takesBareTie && /^[\w.:-]{1,200}$/.test(key) && isOfType(key, form.tie);
    return isTie ? { question: null, tie: key, value: null } : null;
  }
  const [question, tie, value, ...rest] = parsedList(key);
  if (typeof question !== 'string' || !/^[\w-]{16}$/.test(question) || typeof tie !== 'string' || rest.length > 0)
    return null;
  if (value !== null && typeof value !== 'string') return null;
  // The value of another question's cursor is of another type; that it is another's is what the caller is told.
  return question === form.question && !fits({ tie, value }, form) ? null : { question, tie, value };
}

function fits({ tie, value }: SortPlace, form: PlaceForm): boolean {
  if (!isOfType(tie, form.tie)) return false;
  if (value === null) return form.value === null || form.value.nullable === true;
  return form.value !== null && isOfType(value, form.value.type);
}

function parsedList(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** The columns that a sorted statement selects beside its own. */
export const PLACE_COLUMNS = { value: 'sort_value', tie: 'sort_tie' } as const;

/** The place of a row in the sorted statement that read it. */
export function placeOf(row: object): SortPlace {
  const { [PLACE_COLUMNS.tie]: tie, [PLACE_COLUMNS.value]: value }: Readonly<Record<string, unknown>> = { ...row };
  if (typeof tie !== 'string') throw new Error('the row was not read by a sorted statement');
  return { tie, value: typeof value === 'string' ? value : null };
}
