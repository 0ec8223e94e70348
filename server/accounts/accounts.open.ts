import type { MikroORM } from '@mikro-orm/postgresql';
import type { Opened, Platform, RequestContext } from '../platform/context.js';
import { type CredentialUses, openCredentialUses } from './credentials/index.js';
import {
  type EndConnections,
  openPrincipals,
  openSignIn,
  type PasswordHasher,
  type Principals,
  type SignIn,
} from './sessions/index.js';

/** Whether a person has a project that is not archived; bare UUIDs. The projects domain answers. */
export type OwnsProject = (userUuid: string, projectUuid: string) => Promise<boolean>;

/** What accounts keeps in the process for its operations and for the domains above. */
export interface AccountsParts {
  readonly credentialUses: CredentialUses;
  readonly ownsProject: OwnsProject;
  readonly principals: Principals;
  readonly signIn: SignIn;
}

export type AccountsContext = RequestContext<AccountsParts>;

export interface AccountsDeps {
  readonly platform: Pick<Platform, 'config' | 'clock' | 'log' | 'em'>;
  readonly orm: MikroORM;
  readonly sessionSecret: string;
  readonly endConnections: EndConnections;
  readonly ownsProject: OwnsProject;
  /** In place of the real one, where a test makes many people. */
  readonly passwordHasher?: PasswordHasher;
}

/** Opens sign-in, the resolving of principals and the record of credentials' uses; closing writes the uses that wait. */
export function openAccounts(deps: AccountsDeps): Opened<AccountsParts> {
  const { platform, orm, sessionSecret, endConnections, ownsProject, passwordHasher } = deps;
  const { config, clock, log, em } = platform;
  const signIn = openSignIn({ orm, config, secret: sessionSecret, clock, log, endConnections, passwordHasher });
  const credentialUses = openCredentialUses(em, log);
  const principals = openPrincipals(platform, signIn, credentialUses);
  return { parts: { credentialUses, ownsProject, principals, signIn }, close: () => credentialUses.close() };
}
