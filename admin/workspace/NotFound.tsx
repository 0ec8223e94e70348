import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { Page } from '../components/Page.js';

/** A page that doesn't exist and another user's page look the same (decisions §2, 404). */
export function NotFound() {
  return (
    <Page title="There is no such page">
      <Empty
        action={
          <Button component={Link} to="/" variant="contained">
            Go to Home
          </Button>
        }
      >
        The address may be mistyped, or it belongs to an organization that you are not a member of.
      </Empty>
    </Page>
  );
}
