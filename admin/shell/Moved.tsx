import { Navigate, useLocation } from 'react-router-dom';

/** An address that a page had before; what was asked of it goes along. */
export function Moved({ to }: { to: string }) {
  const { search } = useLocation();
  return <Navigate to={`${to}${search}`} replace />;
}
