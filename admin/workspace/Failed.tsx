import Button from '@mui/material/Button';
import { Empty } from '../components/Empty.js';
import { Page } from '../components/Page.js';

/** Shown in the place of a page that broke; the rest of the workspace goes on. */
export function Failed({ resetErrorBoundary }: { resetErrorBoundary: (reason: unknown) => void }) {
  return (
    <Page title="This page failed">
      <Empty
        action={
          <Button variant="contained" onClick={() => resetErrorBoundary(null)}>
            Try again
          </Button>
        }
      >
        The page could not be shown. What was stored before stays stored.
      </Empty>
    </Page>
  );
}
