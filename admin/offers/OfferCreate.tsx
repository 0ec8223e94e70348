import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { Page } from '../components/Page.js';
import { BackToReviewed } from './BackToReviewed.js';
import { OfferForm } from './OfferForm.js';

/** Adds an offer to the catalog. */
export function OfferCreate() {
  const navigate = useNavigate();
  const notify = useNotify();
  return (
    <Page
      title="Add offer"
      where="Review"
      above={<BackToReviewed />}
      summary="Only what a source states. What you leave empty is shown as not known, never guessed."
    >
      <OfferForm
        offer={null}
        onReload={() => undefined}
        onSaved={({ slug }) => {
          notify('The offer is in the catalog.');
          navigate(`/review/offers/${slug}`);
        }}
      />
    </Page>
  );
}
