import type { Principals } from './principal.resolve.js';
import type { SignIn } from './session.auth.js';

declare module '../platform/context.js' {
  interface Services {
    principals: Principals;
    signIn: SignIn;
  }
}
