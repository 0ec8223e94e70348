import type { KeyboardEvent } from 'react';

/** For a field in which Enter chooses: it never sends the form around the field, whatever is being looked up. */
export function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
