import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { OutLink } from '../components/OutLink.js';
import { type Column, Rows } from '../components/Rows.js';
import type { Tool } from '../providers/generated/operations.js';
import { linkOf } from './tool.facts.js';

type Offer = Tool['offers'][number];

const CLAIMS: Record<string, string> = {
  native: 'claimed here, by a signed-in person',
  provider_link: 'taken at the provider',
};

/** Live offers with how each is taken, and what opening a provider's link is not. */
export function ToolOffers({ tool }: { tool: Tool }) {
  if (tool.offers.length === 0) return <Typography color="textSecondary">No live offer for it is known.</Typography>;
  const link = linkOf(tool, 'claim');
  return (
    <>
      <Rows caption="Offers" rows={tool.offers} keyOf={({ id }) => id} columns={COLUMNS} />
      {tool.offers.some(({ claim }) => claim === 'provider_link') && (
        <Typography color="textSecondary" sx={{ mt: 2, maxWidth: 640 }}>
          {link && (
            <>
              <OutLink to={link}>Open the offer at the provider</OutLink>.{' '}
            </>
          )}
          Opening a provider’s link counts one anonymous open. It is no claim: whether the offer was granted or used is
          known to the provider alone.
        </Typography>
      )}
    </>
  );
}

const COLUMNS: Column<Offer>[] = [
  { label: 'Offer', cell: ({ title }) => <Link to={`/offers?${new URLSearchParams({ q: title })}`}>{title}</Link> },
  { label: 'How to claim', cell: ({ claim }) => CLAIMS[claim] ?? claim },
];
