import { useAuthenticated } from 'react-admin';
import { Outlet } from 'react-router-dom';
import { Waiting } from '../components/Waiting.js';

/** Lets signed-in people through; everyone else signs in first and then comes back to the page that they wanted. */
export function SignedIn() {
  const { authenticated } = useAuthenticated();
  return authenticated ? <Outlet /> : <Waiting what="workspace" />;
}
