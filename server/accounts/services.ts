import type { CredentialUses } from './credentials/index.js';
import type { Principals, SignIn } from './sessions/index.js';

/** Whether a person has a project that is not archived; bare UUIDs. The workflow domain answers, app.ts hands it in. */
export type OwnsProject = (userUuid: string, projectUuid: string) => Promise<boolean>;

declare module '../platform/context.js' {
  interface Services {
    credentialUses: CredentialUses;
    ownsProject: OwnsProject;
    principals: Principals;
    signIn: SignIn;
  }
}
