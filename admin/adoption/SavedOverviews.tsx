import { useSearchParams } from 'react-router-dom';
import { AdoptionPage, type AdoptionView } from '../providers/generated/operations.js';
import { SavedViews } from './SavedViews.js';
import type { AdoptionChoice } from './useAdoption.js';

/** A view's settings as parameters of the page's address; null removes a parameter that the view leaves open. */
const addressOf = ({ days, from, to, productId, family, against }: AdoptionView['parameters']) => ({
  period: days ? String(days) : null,
  from,
  to,
  product: productId,
  family,
  against,
});

/** The saved views of the overview. */
export function SavedOverviews({ question, period, set }: AdoptionChoice) {
  const against = useSearchParams()[0].get('against');
  const { productId, family, from, to } = question;
  return (
    <SavedViews
      page={AdoptionPage.overview}
      parameters={{ ...(period === null ? { from, to } : { days: period }), productId, family, against }}
      onOpen={(parameters) => set(addressOf(parameters))}
    />
  );
}
