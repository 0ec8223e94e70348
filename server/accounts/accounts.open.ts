import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Expression } from 'kysely';
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

/** How many records of each kind go with a person's account (a bare UUID). The domains above answer. */
export type CountPersonalRecords = (
  em: EntityManager,
  userUuid: string,
) => Promise<{ readonly kind: string; readonly count: number }[]>;

/** What arrived of a product lately. */
export interface ProductActivity {
  readonly lastEventAt: Date | null;
  readonly lastEventName: string | null;
  /** Received in the last 7 UTC days. */
  readonly events7d: number;
}

/** What arrived of products of one organization (bare UUIDs), by their UUIDs. The adoption domain answers. */
export type ReadProductActivity = (
  em: EntityManager,
  organizationUuid: string,
  productUuids: readonly string[],
  today: string,
) => Promise<ReadonlyMap<string, ProductActivity>>;

/** What products (`t` in a statement) are ordered by when it is their activity. The adoption domain answers. */
export interface ActivityOrder {
  /** Null for a product of which nothing arrived. */
  readonly lastEventAt: Expression<unknown>;
  readonly events7d: Expression<unknown>;
}
export type OrderByActivity = (today: string) => ActivityOrder;

/** What accounts keeps in the process for its operations and for the domains above. */
export interface AccountsParts {
  readonly credentialUses: CredentialUses;
  readonly ownsProject: OwnsProject;
  readonly countPersonalRecords: CountPersonalRecords;
  readonly readProductActivity: ReadProductActivity;
  readonly orderByActivity: OrderByActivity;
  readonly endConnections: EndConnections;
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
  readonly countPersonalRecords: CountPersonalRecords;
  readonly readProductActivity: ReadProductActivity;
  readonly orderByActivity: OrderByActivity;
  /** In place of the real one, where a test makes many people. */
  readonly passwordHasher?: PasswordHasher;
}

/** Opens sign-in, the resolving of principals and the record of credentials' uses; closing writes the uses that wait. */
export function openAccounts(deps: AccountsDeps): Opened<AccountsParts> {
  const { platform, orm, sessionSecret, endConnections, passwordHasher } = deps;
  const { ownsProject, countPersonalRecords, readProductActivity, orderByActivity } = deps;
  const { config, clock, log, em } = platform;
  const signIn = openSignIn({ orm, config, secret: sessionSecret, clock, log, endConnections, passwordHasher });
  const credentialUses = openCredentialUses(em, log);
  const principals = openPrincipals(platform, signIn, credentialUses);
  const questions = { ownsProject, countPersonalRecords, readProductActivity, orderByActivity, endConnections };
  const parts = { credentialUses, principals, signIn, ...questions };
  return { parts, close: () => credentialUses.close() };
}
