import { useEffect, useState } from 'react';
import type { UnreadFilter } from '../components/filters.js';
import type { FieldNote } from '../providers/generated/operations.js';
import { problemOf } from '../providers/problem.js';
import { BOUNDS, type Draft, unreadOf, type useDraft } from './useDraft.js';

/** Names the bounds of the address that can't be read, and takes them out: those that no bound can have, and those that the service refused. */
export function useUnreadBounds({ draft, strange, takeOut }: ReturnType<typeof useDraft>, error: unknown) {
  const [unread, setUnread] = useState<readonly UnreadFilter[]>([]);
  const refused = error ? problemOf(error).errors.flatMap((note) => refusedBy(note, draft)) : [];
  const found = [...strange, ...refused];
  const foundKey = JSON.stringify(found);
  useEffect(() => {
    if (found.length === 0) return;
    const isFound = (one: UnreadFilter) =>
      found.some(({ source, value }) => source === one.source && value === one.value);
    setUnread((before) => [...before.filter((one) => !isFound(one)), ...found]);
    takeOut(found);
  }, [foundKey]);
  return { unread, forgetUnread: () => setUnread([]), isRefused: refused.length > 0 };
}

/** The values that a note of a refusal is about: one of a bound, or all of it. */
function refusedBy({ pointer, detail }: FieldNote, { bounds }: Draft): UnreadFilter[] {
  const [, under, name, index] = pointer.split('/');
  const bound = BOUNDS.find((one) => under === 'constraints' && one === name);
  if (!bound) return [];
  const values = index === undefined ? bounds[bound] : bounds[bound].slice(Number(index), Number(index) + 1);
  return values.map((value) => ({ ...unreadOf(bound, value), reason: detail }));
}
