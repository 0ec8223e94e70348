import { CreateBase, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Page } from '../components/Page.js';
import { RecordForm } from '../components/RecordForm.js';
import type { CatalogOffer } from '../providers/data.catalog-offers.js';
import { isListed, OfferForm } from './OfferForm.js';
import { offerDraft, offerInput } from './offer.draft.js';

const NEW = offerDraft(null);

/** Adds an offer to the catalog. */
export function CatalogOfferCreate() {
  const navigate = useNavigate();
  const notify = useNotify();
  const onSaved = ({ slug }: CatalogOffer) => {
    notify('The offer is in the catalog.');
    navigate(`/review/catalog-offers/${slug}`);
  };
  return (
    <Page
      title="Add offer"
      where="Review"
      above={<BackTo to="/review/catalog-offers">Offers</BackTo>}
      summary="Only what a source states. What you leave empty is shown as not known, never guessed."
    >
      <CreateBase<CatalogOffer> disableAuthentication redirect={false}>
        <RecordForm<CatalogOffer>
          inputOf={(values) => offerInput(values, null)}
          defaults={NEW}
          submit={(values) => (isListed(values) ? 'Publish the offer' : 'Add the offer, not listed')}
          note="The public sees it at once, unless it is not listed."
          cancelTo="/review/catalog-offers"
          onSaved={onSaved}
        >
          {() => <OfferForm offer={null} />}
        </RecordForm>
      </CreateBase>
    </Page>
  );
}
