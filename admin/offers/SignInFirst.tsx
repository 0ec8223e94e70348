import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';

/** Leads to the entrance and back to this page, with `then` in its address: what the person had wanted to do. */
export function SignInFirst({ then, children }: { then: string; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Button
      component={Link}
      to="/login"
      // React-admin leads back to this place after signing in.
      state={{ nextPathname: pathname, nextSearch: `?${then}` }}
      variant="contained"
    >
      {children}
    </Button>
  );
}
