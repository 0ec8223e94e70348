import { BasenameContextProvider } from 'react-admin';
import { Outlet } from 'react-router-dom';
import { Waiting } from '../components/Waiting.js';
import { NotFound } from './NotFound.js';
import { useSession } from './useSession.js';

/** Lets reviewers into the pages of the catalog; for other users they don't exist. */
export function ReviewRoutes() {
  const session = useSession();
  if (session === undefined) return <Waiting what="review" />;
  if (!session?.person.reviewer) return <NotFound />;
  return (
    <BasenameContextProvider basename="/review">
      <Outlet />
    </BasenameContextProvider>
  );
}
