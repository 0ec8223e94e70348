import OutIcon from '@mui/icons-material/OpenInNewOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, useSearchParams } from 'react-router-dom';
import { useOpenClaim } from '../claims/useOpenClaim.js';
import { State } from '../components/StateChip.js';
import type { OfferLine } from '../providers/data.offers.js';
import type { Session } from '../providers/session.js';
import { useSession } from '../workspace/useSession.js';
import { ClaimDialog } from './ClaimDialog.js';
import { vendorOf } from './offer.labels.js';
import { SignInFirst } from './SignInFirst.js';

/** The parameter that the address carries while the claim is being decided, so that signing in leads back into the decision. */
const CLAIMING = 'claiming';

/** The one act of an offer's page: to the provider by a tracked link, or a claim here. */
export function TakeOffer({ offer }: { offer: OfferLine & { readonly url: string | null } }) {
  const session = useSession();
  if (offer.claim !== 'native') return <ProviderLink offer={offer} />;
  if (session === undefined) return null;
  if (session === null) return <SignInFirst then={`${CLAIMING}=1`}>Sign in to claim it</SignInFirst>;
  return <Claiming offer={offer} person={session.person} />;
}

function ProviderLink({ offer }: { offer: OfferLine & { readonly url: string | null } }) {
  if (offer.url === null) return null;
  return (
    <Button
      component="a"
      href={offer.url}
      target="_blank"
      rel="noopener noreferrer"
      variant="contained"
      endIcon={<OutIcon />}
      title="A tracked link: it counts one anonymous open, and leads to the provider in a new tab"
    >
      Open at {vendorOf(offer)}
    </Button>
  );
}

function Claiming({ offer, person }: { offer: OfferLine; person: Session['person'] }) {
  const [search, setSearch] = useSearchParams();
  const claim = useOpenClaim(offer.offerId);
  if (claim === undefined) return null;
  if (claim !== null)
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <State of="claim" is={claim.state} />
        <Button component={Link} to="/me/claims" variant="contained">
          See your claim
        </Button>
      </Box>
    );
  const turn = (on: boolean) => setSearch(on ? { [CLAIMING]: '1' } : {}, { replace: true });
  return (
    <>
      <Button variant="contained" onClick={() => turn(true)}>
        Claim…
      </Button>
      {search.has(CLAIMING) && <ClaimDialog offer={offer} person={person} onClose={() => turn(false)} />}
    </>
  );
}
