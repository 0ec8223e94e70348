import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request as HttpRequest } from 'express';
import type { Expression } from 'kysely';
import type { Principal, PrincipalOf, RequestContext } from '../platform/context.js';
import type { Sealer } from '../platform/secrets/secret.seal.js';
import type { Passkeys } from './passkeys/index.js';
import type { Providers } from './provider.types.js';

/** Keeps when credentials were last used, beside the requests. */
export interface CredentialUses {
  /** Notes that a credential was used; costs a look into a map. */
  note(credentialUuid: string, at: Date): void;
  /** Writes every use that is not written yet, without waiting for its turn. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Tells who sends a request. */
export interface Principals {
  /** The tracking key that sends this request, where its binding is remembered; null for every other caller. */
  recall(req: HttpRequest): PrincipalOf<'tracking_key'> | null;
  /** The caller who sends this request; an invalid credential makes an anonymous caller with its refusal. */
  resolve(req: HttpRequest): Promise<Principal>;
  /** The same for transports that take no session: a cookie is not looked at. */
  resolveBearer(req: HttpRequest): Promise<Principal>;
  /** Forgets the bindings of one product's keys, after the product or a key changed. */
  forget(productUuid: string): void;
  /** The same for all products of an organization. */
  forgetOrganization(organizationId: string): void;
}

/** The report of an organization's provider that a person proved several factors as they signed in. */
export interface ProviderReport {
  readonly organizationId: string;
  /** The client that got the report, as `providerKey` names it. */
  readonly by: string;
}

/** A person's session as the sign-in library answers it. */
export interface SignedIn {
  /** The answer sets these when the session was prolonged: a session that slides needs a cookie that does. */
  readonly cookies: readonly string[];
  readonly session: {
    readonly id: string;
    /** When its holder last proved themselves: at sign-in, or by a password or code since. */
    readonly provenAt: Date;
    /** The organization whose provider opened it and reported several factors, with the client that did; null without such a report. */
    readonly multiFactor: ProviderReport | null;
  };
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly emailVerified: boolean;
    readonly reviewer: boolean;
    /** Whether the account has a second factor; the session was opened with it then. */
    readonly secondFactor: boolean;
  };
}

/** A request below /api/auth, as the audit log names it. */
export interface SignInCall {
  /** Below /api/auth. */
  readonly path: string;
  /** As the caller wrote it, and as the account stores it once that is known. */
  readonly email: string | null;
  readonly requestId: string;
}

/** A session that is opened for a person who has proved themselves otherwise than by a password alone. */
export interface OpenedSession {
  readonly userId: string;
  readonly remembers: boolean;
  readonly provenAt: Date;
  /** Whether the second factor was proved too. */
  readonly secondFactor: boolean;
  /** The organization whose provider signed the person in, or `configuration`; null without one. */
  readonly identityProvider: string | null;
  /** The client of the organization's provider, as `providerKey` names it, where it reported several factors. */
  readonly multiFactorBy?: string | null;
}

/** Single sign-on by OpenID Connect: a person leaves for their provider and comes back once. */
export interface SingleSignOn {
  /** Answers where to go, with the cookie that the person comes back with. */
  begin(request: Request, wanted: WantedSignOn): Promise<Response>;
  /** Answers where the person goes on, signed in or with the reason why not; `place` is the last part of the callback's path. */
  complete(
    request: Request,
    place: string,
    by: { readonly caller: Principal; readonly requestId: string },
  ): Promise<Response>;
}

export interface WantedSignOn {
  readonly caller: Principal;
  readonly email: string | null;
  readonly purpose: 'sign_in' | 'connect' | 'prove';
  /** A path of the workspace. */
  readonly next: string | null;
}

/** By itself, or in place of the code that a sign-in waits for. */
export type PasskeyPurpose = 'sign_in' | 'second_factor';

export interface EnteredPasskey {
  readonly purpose: PasskeyPurpose;
  /** The browser's answer, unread. */
  readonly passkey: unknown;
  readonly requestId: string;
}

/** The sign-in library, as the service uses it. */
export interface SignIn {
  /** Answers one request below /api/auth and puts sign-ins and password changes into the audit log; `body` is null for a read. */
  handle(request: Request, body: Readonly<Record<string, unknown>> | null, call: SignInCall): Promise<Response>;
  /** Completes a sign-in that waits for its code; rejects when the code is wrong or was used, or the sign-in has ended. */
  enterCode(request: Request, code: string, requestId: string): Promise<Response>;
  /** Answers what the browser needs to ask for a passkey: any for a sign-in, those of the account for one that waits for its second factor. */
  askForPasskey(request: Request, purpose: PasskeyPurpose): Promise<Response>;
  /** Signs a person in by a passkey, or completes a sign-in by it; rejects when it proves nothing. */
  enterPasskey(request: Request, entered: EnteredPasskey): Promise<Response>;
  /** The session behind a cookie, or null; asks the database every time, so that a revocation holds at once. */
  find(cookie: string): Promise<SignedIn | null>;
  /** Refuses a new password that is among the most common ones, with a pointer at the member that holds it. */
  refuseCommon(pointer: string, password: string): Promise<void>;
  /** Signs a person up without a request, for the operator's commands and the demo; answers the user’s id. */
  register(person: { email: string; password: string; name: string }): Promise<string>;
  /** Opens a session and answers as a sign-in does, with its cookie. */
  openSession(request: Request, opened: OpenedSession): Promise<Response>;
  /** Sends the letter that verifies the address of an account, unless it is verified. */
  sendVerification(userId: string): Promise<void>;
  /** Whether the account has a password: one that a provider made has none. */
  hasPassword(userId: string): Promise<boolean>;
  /** Whether this is the password of the account. */
  isPassword(userId: string, password: string): Promise<boolean>;
  /** Sets a new password by the token of a letter, which works once; rejects with UNAUTHENTICATED when it is no such token any more. */
  resetPassword(token: string, password: string, requestId: string): Promise<void>;
  /** Gives an account a new password in an operator's name and ends its sessions; proves nothing about its address. */
  setPassword(
    userId: string,
    password: string,
    by: { readonly actor?: string; readonly reason?: string | undefined },
  ): Promise<void>;
}

/** Hashes passwords, and tells whether a password belongs to a hash. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(pair: { hash: string; password: string }): Promise<boolean>;
}

/** Ends every consent of a person in the caller's transaction; answers their public ids. The usage domain provides it. */
export type EndConnections = (em: EntityManager, userId: string, now: Date) => Promise<string[]>;

/** Whether a person has a project that is not archived. The projects domain answers. */
export type OwnsProject = (userId: string, projectId: string) => Promise<boolean>;

/** Counts the records of each kind that go with a person's account. The domains above answer. */
export type CountPersonalRecords = (
  em: EntityManager,
  userId: string,
) => Promise<{ readonly kind: string; readonly count: number }[]>;

/** The newest event of a product, and how many arrived lately. */
export interface ProductActivity {
  readonly lastEventAt: Date | null;
  readonly lastEventName: string | null;
  /** Received in the last 7 UTC days. */
  readonly events7d: number;
}

/** The activity of products of one organization, by their UUIDs. The adoption domain answers. */
export type ReadProductActivity = (
  em: EntityManager,
  organizationId: string,
  productUuids: readonly string[],
  today: string,
) => Promise<ReadonlyMap<string, ProductActivity>>;

/** The expressions by which a statement orders the products (`t`) of one organization when it orders them by activity. The adoption domain answers. */
export interface ActivityOrder {
  /** Null for a product of which nothing arrived. */
  readonly lastEventAt: Expression<unknown>;
  readonly events7d: Expression<unknown>;
}
export type OrderByActivity = (organizationId: string, today: string) => ActivityOrder;

/** The parts that accounts keeps in the process for its operations and for the domains above. */
export interface AccountsParts {
  readonly credentialUses: CredentialUses;
  readonly ownsProject: OwnsProject;
  readonly countPersonalRecords: CountPersonalRecords;
  readonly readProductActivity: ReadProductActivity;
  readonly orderByActivity: OrderByActivity;
  readonly endConnections: EndConnections;
  readonly principals: Principals;
  readonly signIn: SignIn;
  readonly singleSignOn: SingleSignOn;
  readonly providers: Providers;
  /** Seals the secrets of clients at identity providers. */
  readonly clientSecrets: Sealer;
  /** Seals the secrets of second factors. */
  readonly factorSecrets: Sealer;
  readonly passkeys: Passkeys;
}

export type AccountsContext = RequestContext<AccountsParts>;
