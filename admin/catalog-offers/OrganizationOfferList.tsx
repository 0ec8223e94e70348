import Button from '@mui/material/Button';
import { BackTo } from '../components/BackTo.js';
import { ListPage } from '../components/ListPage.js';
import type { CatalogOffer } from '../providers/data.catalog-offers.js';
import { useOrganization } from '../workspace/organization.js';
import { OFFER_COLUMNS, OFFER_FILTERS } from './CatalogOfferList.js';

const SHOWN = ['openClaims', 'opens30d', 'claims', 'redeemed'];

/** All are of one provider, and what becomes of them is what the company asks. */
const COLUMNS = OFFER_COLUMNS.filter(({ source }) => source !== 'vendor' && source !== 'edited').map((column) =>
  SHOWN.includes(column.source) ? { ...column, hidden: false } : column,
);

/** The offers on whose claims the organization decides, ended and unlisted ones too. */
export function OrganizationOfferList() {
  const { organization, to } = useOrganization();
  return (
    <ListPage<CatalogOffer>
      title="Your offers"
      above={<BackTo to={to('/offer-claims')}>Offers and claims</BackTo>}
      where={organization.name}
      about="Offers on whose claims you decide. Reviewers publish and change them; send them what is new by the form for tracked links."
      action={
        <Button href="/submit/tracked_links" variant="outlined">
          Submit an offer
        </Button>
      }
      columns={COLUMNS}
      filters={OFFER_FILTERS}
      search="Search your offers"
      sort={{ field: 'title', order: 'ASC' }}
      // A public offer has its page; of an unlisted one, only the claims are left to see.
      to={({ slug, title, listed }) =>
        listed ? `/offers/${slug}` : to(`/offer-claims?${new URLSearchParams({ q: title })}`)
      }
      empty={{ text: 'Offers will be listed here once reviewers name your organization as the one that decides.' }}
    />
  );
}
