import { BasenameContextProvider } from 'react-admin';
import { Outlet } from 'react-router-dom';

/** The pages of a person's own records: react-admin's paths begin with /me. */
export function OwnRoutes() {
  return (
    <BasenameContextProvider basename="/me">
      <Outlet />
    </BasenameContextProvider>
  );
}
