import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { LoadMoreButton } from '../components/LoadMoreButton.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { OwnClaim } from './OwnClaim.js';
import { useMyClaims } from './useMyClaims.js';

/** What a person has claimed, and what comes next with each. */
export function MyClaims() {
  const list = useMyClaims();
  return (
    <Page
      title="My claims"
      summary="What you asked vendors for. A claim is a request: the vendor decides, and what it decided appears here by itself."
    >
      <QueryState query={list} what="claims" rows={5}>
        {(claims) =>
          claims.length === 0 ? (
            <Empty
              action={
                <Button component={Link} to="/offers?claim=native" variant="contained">
                  Find an offer to claim
                </Button>
              }
            >
              Your claims will be listed here, each with where it stands and what comes next.
            </Empty>
          ) : (
            <>
              <Box
                component="ul"
                aria-label="My claims"
                sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 4 }}
              >
                {claims.map((claim) => (
                  <OwnClaim key={claim.id} claim={claim} />
                ))}
              </Box>
              <LoadMoreButton list={list} />
            </>
          )
        }
      </QueryState>
    </Page>
  );
}
