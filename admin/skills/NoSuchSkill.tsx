import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { Page } from '../components/Page.js';

interface NoSuchSkillProps {
  readonly above?: ReactNode;
  /** The address of the one way on, and its label. */
  readonly to: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** A skill that doesn't exist and another user's skill look the same (decisions §2, 404). */
export function NoSuchSkill({ above, to, label, children }: NoSuchSkillProps) {
  return (
    <Page title="There is no such skill" where="Skills" above={above}>
      <Empty
        action={
          <Button component={Link} to={to} variant="contained">
            {label}
          </Button>
        }
      >
        {children}
      </Empty>
    </Page>
  );
}
