import { useLocation, useParams } from 'react-router-dom';

/**
 * The record whose own page the address is, letter by letter. The router's parameter takes an encoded `%2F` for a slash,
 * and ids that other people chose may hold either.
 */
export function useRecordId(): string {
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const segment = pathname.split('/').findLast(Boolean) ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    // A percent sign that begins no letter: the address was typed.
    return id;
  }
}
