import OffersIcon from '@mui/icons-material/LocalOfferOutlined';
import type { OfferLine } from '../providers/data.offers.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { OfferList } from './OfferList.js';
import { OfferShow } from './OfferShow.js';

/** Offers of providers, as the public sees them. */
export const offers: ResourcePages = {
  name: 'offers',
  icon: OffersIcon,
  list: OfferList,
  show: OfferShow,
  recordRepresentation: ({ title }: OfferLine) => title,
};
