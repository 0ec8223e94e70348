import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { Page } from '../components/Page.js';
import { problemOf } from '../providers/problem.js';

/** True when the service says that nothing is at an address: there is no such thing, or the address can't name one. */
export function isNothing(error: unknown): boolean {
  const { status, errors } = problemOf(error);
  return status === 404 || (status === 400 && errors.some(({ pointer }) => /\/(projectId|slug)$/.test(pointer)));
}

/** A project that doesn't exist and another person's project look the same (decisions §2, 404). */
export function NoSuchProject() {
  return (
    <Page title="There is no such project" where="Projects">
      <Empty
        action={
          <Button component={Link} to="/me/projects" variant="contained">
            Your projects
          </Button>
        }
      >
        You have no project at this address. It may be mistyped, or the project belongs to another user.
      </Empty>
    </Page>
  );
}
