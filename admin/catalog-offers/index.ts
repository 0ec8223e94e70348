import OffersIcon from '@mui/icons-material/LocalOfferOutlined';
import type { CatalogOffer } from '../providers/data.catalog-offers.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { CatalogOfferCreate } from './CatalogOfferCreate.js';
import { CatalogOfferEdit } from './CatalogOfferEdit.js';
import { CatalogOfferList } from './CatalogOfferList.js';
import { OrganizationOfferList } from './OrganizationOfferList.js';

/** Offers of providers as reviewers keep them. */
export const catalogOffers: ResourcePages = {
  name: 'catalog-offers',
  icon: OffersIcon,
  list: CatalogOfferList,
  edit: CatalogOfferEdit,
  create: CatalogOfferCreate,
  recordRepresentation: ({ title }: CatalogOffer) => title,
};

/** The offers of an organization, which it reads and reviewers keep. */
export const organizationOffers: ResourcePages = {
  name: 'organization-offers',
  icon: OffersIcon,
  list: OrganizationOfferList,
  recordRepresentation: ({ title }: CatalogOffer) => title,
};
