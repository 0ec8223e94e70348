import { useSearchParams } from 'react-router-dom';
import {
  AdoptionPage,
  type AdoptionView,
  ComparisonMeasure,
  ComparisonUnit,
} from '../providers/generated/operations.js';
import { SavedViews } from './SavedViews.js';
import type { AdoptionChoice } from './useAdoption.js';

/** A view's settings as parameters of the page's address; null removes a parameter that the view leaves open. */
const addressOf = ({ days, from, to, productId, family, against, by, measure }: AdoptionView['parameters']) => ({
  period: days ? String(days) : null,
  from,
  to,
  product: productId,
  family,
  against,
  by,
  measure,
});

/** A choice of the address, as long as it is one. */
const choiceIn = <T extends string>(choices: Readonly<Record<string, T>>, text: string | null): T | null =>
  Object.values(choices).find((one) => one === text) ?? null;

/** The saved views of the overview. */
export function SavedOverviews({ question, period, set }: AdoptionChoice) {
  const [search] = useSearchParams();
  const against = search.get('against');
  const by = choiceIn(ComparisonUnit, search.get('by'));
  const measure = choiceIn(ComparisonMeasure, search.get('measure'));
  const { productId, family, from, to } = question;
  return (
    <SavedViews
      page={AdoptionPage.overview}
      parameters={{ ...(period === null ? { from, to } : { days: period }), productId, family, against, by, measure }}
      onOpen={(parameters) => set(addressOf(parameters))}
    />
  );
}
