import { BasenameContextProvider } from 'react-admin';
import { Outlet } from 'react-router-dom';

/** A part of the workspace that lies below an address of its own: react-admin's paths begin there. */
export function SectionRoutes({ under }: { under: string }) {
  return (
    <BasenameContextProvider basename={under}>
      <Outlet />
    </BasenameContextProvider>
  );
}
