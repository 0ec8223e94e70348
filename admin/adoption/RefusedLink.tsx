import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { instantsOf } from '../providers/data.adoption.js';
import { useOrganization } from '../workspace/organization.js';
import { useFigureScope, useWayBack } from './figure.people.js';

interface RefusedLinkProps {
  readonly count: number;
  readonly code?: string;
  readonly part?: string;
  /** Shown in place of the number. */
  readonly children?: ReactNode;
}

/** A number of refused events, which leads to those of the days and product of the page: they are listed for seven days. */
export function RefusedLink({ count, code, part = 'figures', children }: RefusedLinkProps) {
  const scope = useFigureScope();
  const state = useWayBack(part);
  const { to } = useOrganization();
  const shown = children ?? count.toLocaleString('en');
  if (!scope || count === 0) return shown;
  const search = new URLSearchParams({
    outcome: 'refused',
    ...instantsOf(scope),
    ...(scope.productId ? { product: scope.productId } : {}),
    ...(code ? { code } : {}),
  });
  return (
    <Link to={to(`/events?${search}`)} state={state}>
      {shown}
    </Link>
  );
}
