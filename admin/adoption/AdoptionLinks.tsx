import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type AdoptionQuestion, instantsOf } from '../providers/data.adoption.js';
import { useOrganization } from '../workspace/organization.js';
import { SavedOverviews } from './SavedOverviews.js';
import type { AdoptionChoice } from './useAdoption.js';

const EXPORTS = [
  ['days', 'Days'],
  ['accounts', 'Accounts'],
  ['developers', 'Developers'],
  ['events', 'Events'],
] as const;

/** The lists behind the numbers, and everything of the window as a file. */
export function AdoptionLinks(choice: AdoptionChoice) {
  const { question } = choice;
  const { to } = useOrganization();
  const { productId, family, from, to: last } = question;
  const narrowed = new URLSearchParams({
    ...instantsOf({ from, to: last }),
    ...(productId ? { product: productId } : {}),
    ...(family ? { family } : {}),
  });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <Button component={Link} to={to(`/adoption/accounts?${narrowed}`)} variant="outlined">
        Accounts
      </Button>
      <Button component={Link} to={to(`/adoption/developers?${narrowed}`)} variant="outlined">
        Developers
      </Button>
      <Button component={Link} to={to('/link-opens')} variant="outlined">
        Link opens
      </Button>
      <Button
        component={Link}
        to={to(`/reconciliation${productId ? `?product=${encodeURIComponent(productId)}` : ''}`)}
        variant="outlined"
      >
        Reconciliation
      </Button>
      <ExportMenu question={question} />
      <SavedOverviews {...choice} />
    </Box>
  );
}

/** Files of the whole window; they stream, with label, window and family in their first lines. */
function ExportMenu({ question: { productId, family, from, to } }: { question: AdoptionQuestion }) {
  const { organizationId } = useOrganization();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const addressOf = (what: string, format: string): string =>
    `/api/exports/adoption?${new URLSearchParams({ organizationId, from, to, what, format, ...(productId ? { productId } : {}), ...(family ? { family } : {}) })}`;
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Export
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {EXPORTS.flatMap(([what, label]) =>
          ['csv', 'json'].map((format) => (
            <MenuItem
              key={`${what}.${format}`}
              component="a"
              href={addressOf(what, format)}
              download
              onClick={() => setAnchor(null)}
            >
              {label} as {format.toUpperCase()}
            </MenuItem>
          )),
        )}
      </Menu>
    </>
  );
}
