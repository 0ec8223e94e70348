import { useSearchParams } from 'react-router-dom';
import { ForgotPassword } from './ForgotPassword.js';
import { NewPassword } from './NewPassword.js';
import { SignIn } from './SignIn.js';
import { SignUp } from './SignUp.js';
import { CodeAfterProvider, Proven, SingleSignOn } from './SingleSignOn.js';
import { ExpiredLink, VerifyAddress } from './VerifyAddress.js';

/** The one address before the workspace: signing in, or what `account` and the link of a letter say. */
export function Entrance() {
  const [search] = useSearchParams();
  const token = search.get('token');
  const email = search.get('email');
  switch (search.get('account')) {
    case 'new':
      return <SignUp />;
    case 'sso':
      return <SingleSignOn />;
    case 'code':
      return <CodeAfterProvider />;
    case 'proven':
      return <Proven />;
    case 'forgot':
      return <ForgotPassword />;
    case 'reset':
      return token ? <NewPassword token={token} /> : <ForgotPassword />;
    case 'verify':
      return token && email ? (
        <VerifyAddress email={email} token={token} next={search.get('callbackURL')} />
      ) : (
        <ExpiredLink />
      );
    default:
      return <SignIn />;
  }
}
