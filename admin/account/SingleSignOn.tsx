import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { email, required, TextInput, useLogin } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router-dom';
import { MutationForm } from '../components/MutationForm.js';
import { Notice } from '../components/Notice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { leaveForProvider } from '../providers/auth.js';
import { reportProof } from '../providers/proof.js';
import { factorsIn } from '../providers/request.js';
import { EntrancePage } from './EntrancePage.js';
import { FactorStep } from './FactorStep.js';

/** Why the way through the provider ended without a session, by the service's word for it. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ended: 'This sign-in took too long or was used already. Try again.',
  cancelled: 'You were not signed in at your provider. Try again when you like.',
  away: 'Your provider does not answer. Try again in a moment.',
  refused:
    'Your provider’s answer could not be confirmed, so no one was signed in. Try again; if it stays, tell your administrator.',
  address: 'Your provider gave no e-mail address. Ask your administrator to add it to the sign-in.',
  domain: 'Your address is not of the domain that this provider signs in.',
  taken:
    'An account has this address already. Sign in to it with your password, and connect single sign-on under Profile.',
  connected: 'This provider’s account is connected with another account here.',
  unproven:
    'Your provider did not have you sign in again, or with one factor where two are required. The page that you came from offers another way.',
  other: 'You signed in at your provider as someone else.',
};

/** Single sign-on: the address leads to the provider of its domain, and the answer of an earlier try is said above. */
export function SingleSignOn() {
  const [search] = useSearchParams();
  const problem = search.get('problem');
  const mutation = useApiMutation(({ email }: FieldValues) =>
    leaveForProvider({ email: String(email), next: search.get('next') }),
  );
  return (
    <EntrancePage title="Single sign-on" below={<Link to="/login">Sign in with a password</Link>}>
      {problem && (
        <Notice tone="caution" urgent>
          {PROBLEMS[problem] ?? PROBLEMS.refused}
        </Notice>
      )}
      <MutationForm mutation={mutation} tried="entrance" submit="Continue" onDone={() => undefined}>
        <TextInput
          source="email"
          type="email"
          label="E-mail"
          helperText="Your work address leads to your organization’s sign-in."
          autoComplete="username"
          validate={[required(), email()]}
        />
      </MutationForm>
    </EntrancePage>
  );
}

/** The second factor after the provider. */
export function CodeAfterProvider() {
  const login = useLogin();
  const [search] = useSearchParams();
  const factors = factorsIn(search.get('factors')?.split(','));
  const next = search.get('next');
  return (
    <EntrancePage
      title={factors.includes('app') ? 'Enter a code' : 'Second step'}
      below={<Link to="/login?account=sso">Back to single sign-on</Link>}
    >
      <FactorStep
        factors={factors}
        onDone={() => void login({}, next?.startsWith('/admin/#/') ? next.slice('/admin/#'.length) : '/')}
      />
    </EntrancePage>
  );
}

/** The page of the window in which a person proved themselves to their provider; the page that waits goes on by itself. */
export function Proven() {
  useEffect(reportProof, []);
  return (
    <EntrancePage title="Confirmed" below="The page that you came from goes on.">
      <Notice
        tone="good"
        action={
          <Button variant="outlined" onClick={() => window.close()}>
            Close window
          </Button>
        }
      >
        Your provider has confirmed that it is you.
      </Notice>
    </EntrancePage>
  );
}
