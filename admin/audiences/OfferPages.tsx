import { offers } from '../offers/index.js';
import { Resource } from '../workspace/Resource.js';

/** The offers, which a visitor reads as well. */
export default function OfferPages() {
  return <Resource {...offers} />;
}
