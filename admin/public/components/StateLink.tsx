import type { ReactNode } from 'react';
import { isPlain, useVisits } from '../visit.js';

interface StateLinkProps {
  readonly to: string;
  readonly chosen?: boolean;
  readonly className?: string;
  readonly label?: string;
  readonly children: ReactNode;
}

/** A link to another state of the same page: another filter, no filter. Search engines need not walk them all. */
export function StateLink({ to, chosen, className, label, children }: StateLinkProps) {
  const visits = useVisits();
  return (
    <a
      href={to}
      rel="nofollow"
      className={className}
      aria-label={label}
      aria-current={chosen ? 'true' : undefined}
      onClick={(event) => {
        if (!visits || !isPlain(event)) return;
        event.preventDefault();
        visits.show(to);
      }}
    >
      {children}
    </a>
  );
}
