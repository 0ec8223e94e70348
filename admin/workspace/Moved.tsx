import { Navigate, useLocation, useParams } from 'react-router-dom';

/** An address that a page had before; what was asked of it goes along, and with `deep` so does what stands behind it. */
export function Moved({ to, deep = false }: { to: string; deep?: boolean }) {
  const { search } = useLocation();
  const { '*': rest } = useParams();
  return <Navigate to={`${to}${deep && rest ? `/${rest}` : ''}${search}`} replace />;
}
