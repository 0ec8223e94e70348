import { useSearchParams } from 'react-router-dom';
import { SignIn } from './SignIn.js';
import { SignUp } from './SignUp.js';

/** The one address before the workspace: signing in, or with `?account=new` making an account. */
export function Entrance() {
  const [search] = useSearchParams();
  return search.get('account') === 'new' ? <SignUp /> : <SignIn />;
}
