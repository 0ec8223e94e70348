import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { DecisionButton } from '../components/DecisionButton.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { QueryState } from '../components/QueryState.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { leaveForProvider } from '../providers/auth.js';
import {
  disconnectIdentity,
  readSignInMethods,
  type SignInMethods,
  signInMethodsKey,
} from '../providers/single-sign-on.js';

/** The providers through which a person signs in; one can be connected where the address has one. */
export function ConnectedProviders() {
  const methods = useQuery({ queryKey: signInMethodsKey, queryFn: readSignInMethods });
  return (
    <QueryState query={methods} what="providers">
      {(found) => <Providers methods={found} />}
    </QueryState>
  );
}

function Providers({ methods: { identities, singleSignOnOffered } }: { methods: SignInMethods }) {
  const connect = useApiMutation(() => leaveForProvider({ purpose: 'connect', next: '/admin/#/me/profile' }));
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start', maxWidth: 560 }}>
      {identities.length === 0 && (
        <p>
          {singleSignOnOffered
            ? 'Your address has single sign-on. Connect it to sign in without a password.'
            : 'No provider is connected, and none is set up for your address.'}
        </p>
      )}
      {identities.map(({ identityId, issuer, organizationName, email, usedAt }) => (
        <Box key={identityId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
          <div>
            <code>{new URL(issuer).host}</code>
            {organizationName ? ` of ${organizationName}` : ''}
            {email ? `, as ${email}` : ''}. Last used <TimeAgo at={usedAt} />.
          </div>
          <DecisionButton
            label="Disconnect"
            name={`Disconnect ${new URL(issuer).host}`}
            title="Disconnect the provider"
            consequences={['It no longer opens your account.']}
            actionLabel="Disconnect"
            decide={() => disconnectIdentity(identityId)}
            touches={signInMethodsKey}
            done="The provider is disconnected"
            small
          />
        </Box>
      ))}
      {singleSignOnOffered && identities.length === 0 && (
        <Button variant="outlined" onClick={() => void connect.run(undefined)} loading={connect.busy}>
          Connect
        </Button>
      )}
      {connect.problem && <ProblemNotice problem={connect.problem} tried="mutation" />}
    </Box>
  );
}
