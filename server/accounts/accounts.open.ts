import type { MikroORM } from '@mikro-orm/postgresql';
import type { Opened, Platform } from '../platform/context.js';
import { openSealer } from '../platform/secrets/secret.seal.js';
import type { AccountsParts, PasswordHasher } from './accounts.context.js';
import { openCredentialUses } from './credentials/index.js';
import { openFactorSecrets } from './factors/index.js';
import { openPasskeys } from './passkeys/index.js';
import { openPrincipals, openSignIn } from './sessions/index.js';
import { openProviders, openSingleSignOn } from './single-sign-on/index.js';

type Asked = 'endConnections' | 'ownsProject' | 'countPersonalRecords' | 'readProductActivity' | 'orderByActivity';

export interface AccountsDeps extends Pick<AccountsParts, Asked> {
  readonly platform: Pick<Platform, 'config' | 'clock' | 'log' | 'em'>;
  readonly orm: MikroORM;
  readonly sessionSecret: string;
  /** In place of the real one, where a test makes many people. */
  readonly passwordHasher?: PasswordHasher;
}

/** Opens sign-in, the resolving of principals and the record of credentials' uses; closing writes the uses that wait. */
export function openAccounts(deps: AccountsDeps): Opened<AccountsParts> {
  const { platform, orm, sessionSecret, endConnections, passwordHasher } = deps;
  const { ownsProject, countPersonalRecords, readProductActivity, orderByActivity } = deps;
  const { config, clock, log, em } = platform;
  const factorSecrets = openFactorSecrets(sessionSecret, config.sessionSecretsPrevious);
  const secret = sessionSecret;
  const secrets = [secret, ...config.sessionSecretsPrevious];
  const passkeys = openPasskeys({ workspaceUrl: config.workspaceUrl, secrets });
  const factors = { factorSecrets, passkeys };
  const signIn = openSignIn({ orm, config, secret, ...factors, clock, log, endConnections, passwordHasher });
  const clientSecrets = openSealer('identity provider', secret, config.sessionSecretsPrevious);
  const providers = openProviders(clock);
  const singleSignOn = openSingleSignOn({ orm, config, clock, log, signIn, providers, clientSecrets });
  const credentialUses = openCredentialUses(em, log);
  const principals = openPrincipals(platform, signIn, credentialUses);
  const questions = { ownsProject, countPersonalRecords, readProductActivity, orderByActivity, endConnections };
  const parts = {
    credentialUses,
    principals,
    signIn,
    singleSignOn,
    providers,
    clientSecrets,
    ...factors,
    ...questions,
  };
  return { parts, close: () => credentialUses.close() };
}
