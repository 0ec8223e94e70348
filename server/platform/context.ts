import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request, Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Clock } from './clock.js';
import type { Config } from './config.js';
import type { Replicas } from './database/replicas.js';
import type { Fault } from './fault.js';
import type { ConditionalGet } from './http/conditional-get.js';
import type { Limits } from './limits/limits.js';
import type { Log } from './log.js';

export type Scope = 'project:read' | 'tools:read' | 'project:publish';

/** The product and limits that a tracking key is bound to; an event is checked against them without a query. */
export interface TrackingBinding {
  readonly organizationId: string;
  readonly productUuid: string;
  readonly productId: string;
  readonly aliases: readonly string[];
  readonly productName: string;
  readonly productType: string;
  readonly vendorDomain: string | null;
  /** `first-party`, or `sample` for the demo organizations. */
  readonly dataLabel: string;
  /** The product's version when this was read; a flush that sees another one has it read again. */
  readonly version: number;
}

/** The caller; resolved once for a request. Ids are bare UUIDs. */
export type Principal =
  | { readonly kind: 'anonymous'; readonly refusal: Fault | null }
  | {
      readonly kind: 'session';
      readonly userId: string;
      readonly sessionId: string;
      readonly email: string;
      readonly name: string;
      readonly emailVerified: boolean;
      readonly reviewer: boolean;
      /** Whether the account has a second factor. */
      readonly secondFactor: boolean;
      /**
       * From when nothing else is open without a second factor: an organization or the reviewer role requires one, and the account has none.
       * Null where none is missing.
       */
      readonly enrollBy: Date | null;
      /** Whether the organization's own provider reported several factors at sign-in, in place of a factor that is required and missing. */
      readonly providerFactor: boolean;
      /** When the holder last proved themselves: by a code where there is a second factor, otherwise by the password. */
      readonly provenAt: Date;
    }
  | {
      readonly kind: 'workflow_token';
      readonly credentialId: string;
      /** The owner's name for the token, and the part of it that lists show. */
      readonly name: string;
      readonly hint: string;
      readonly userId: string;
      readonly scopes: readonly Scope[];
      readonly projectId: string | null;
      readonly expiresAt: Date;
    }
  | {
      readonly kind: 'tracking_key';
      readonly credentialId: string;
      readonly hint: string;
      readonly binding: TrackingBinding;
    }
  | {
      readonly kind: 'enterprise_key';
      readonly credentialId: string;
      /** The creator's name for the key. */
      readonly name: string;
      readonly organizationId: string;
      readonly productUuid: string;
      readonly expiresAt: Date;
    };

/** Without a credential. */
export const ANONYMOUS: Principal = { kind: 'anonymous', refusal: null };

export type PrincipalKind = Principal['kind'];
export const ANY_KIND: readonly PrincipalKind[] = [
  'anonymous',
  'session',
  'workflow_token',
  'tracking_key',
  'enterprise_key',
];
export type PrincipalOf<K extends PrincipalKind> = Extract<Principal, { kind: K }>;

/** The services that requests of the process share. */
export interface Platform {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
  /** Stands for all that every public answer of this process depends on besides its question; part of every ETag. */
  readonly answersOf: string;
  /** A fresh unit of work on the primary. */
  em(): EntityManager;
  /** Reads that may lag a little, on standbys where there are any (scale §4). */
  readonly replicas: Replicas;
}

/** Everything an operation may use besides its input; `Parts` are those of the domains that it uses, as the composition root built them. */
export interface RequestContext<Parts = object> {
  readonly platform: Platform;
  readonly parts: Parts;
  readonly principal: Principal;
  readonly requestId: string;
  readonly req: Request;
  readonly res: Response;
  /** The unit of work of this request, made when first asked for. */
  readonly em: EntityManager;
  /** Set by a transport that answers conditional requests. */
  readonly publicRead?: ConditionalGet;
  /** Set by a transport with a limit of its own, which counted this request already: its operations don't count it again. */
  readonly counted?: boolean;
}

/** The services that a domain opened for as long as the process runs, and how they end. */
export interface Opened<Parts> {
  readonly parts: Parts;
  /** Writes what waits and closes connections of its own. */
  close(): Promise<void>;
}

/** The options that a transport adds to the context of its requests. */
export type TransportOptions = { readonly publicRead?: ConditionalGet | undefined; readonly counted?: boolean };

/** Builds the context of one request. */
export type MakeContext<Parts = object> = (
  principal: Principal,
  req: Request,
  res: Response,
  options?: TransportOptions,
) => RequestContext<Parts>;

/** Answers who sends a request; a credential that is not valid makes an anonymous caller with its refusal. */
export type ResolvePrincipal = (req: Request) => Promise<Principal>;

/** The services that every transport needs to serve requests; the composition root hands them in. */
export interface Transport<Parts = object> {
  readonly platform: Platform;
  readonly schema: GraphQLSchema;
  readonly resolvePrincipal: ResolvePrincipal;
  readonly makeContext: MakeContext<Parts>;
}

/** Binds the contexts of all requests to what the process shares. */
export function bindContext<Parts>(platform: Platform, parts: Parts): MakeContext<Parts> {
  return (principal, req, res, options = {}) => {
    let em: EntityManager | undefined;
    return {
      platform,
      parts,
      principal,
      requestId: req.requestId,
      req,
      res,
      ...(options.publicRead ? { publicRead: options.publicRead } : {}),
      ...(options.counted ? { counted: true } : {}),
      get em() {
        em ??= platform.em();
        return em;
      },
    };
  };
}
