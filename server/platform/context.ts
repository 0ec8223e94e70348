import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request, Response } from 'express';
import type { Clock } from './clock.js';
import type { Config } from './config.js';
import type { Fault } from './fault.js';
import type { PublicReadDoor } from './http/conditional-get.js';
import type { Limits } from './limits.js';
import type { Log } from './log.js';

export type Scope = 'project:read' | 'tools:read' | 'project:publish';

/** What a tracking key is bound to; an event is checked against it without a query. */
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
  /** The product's version when this was read; a flush that sees another one has it read anew. */
  readonly version: number;
}

/** Who is calling; resolved once for a request. Ids are bare UUIDs. */
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
    }
  | {
      readonly kind: 'workflow_token';
      readonly credentialId: string;
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
      readonly organizationId: string;
      readonly productUuid: string;
      readonly expiresAt: Date;
    };

export type PrincipalKind = Principal['kind'];
export type PrincipalOf<K extends PrincipalKind> = Extract<Principal, { kind: K }>;

/** Long-lived parts of domains that operations need; each domain adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: domains merge their members into it
export interface Services {}

/** What the process shares between requests. */
export interface Platform {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
  readonly services: Services;
  /** What every public answer of this process depends on besides its question; part of every ETag. */
  readonly answersOf: string;
  /** A fresh unit of work on the primary. */
  em(): EntityManager;
}

/** Everything an operation may use besides its input. */
export interface RequestContext {
  readonly platform: Platform;
  readonly principal: Principal;
  readonly requestId: string;
  readonly req: Request;
  readonly res: Response;
  /** The unit of work of this request, made when first asked for. */
  readonly em: EntityManager;
  /** Set by a door that answers conditional requests. */
  readonly publicRead?: PublicReadDoor;
  /** Set by a door with a limit of its own, which counted this request already: its operations don't count it again. */
  readonly counted?: boolean;
}

/** Builds the context of one request. */
export function requestContext(
  platform: Platform,
  principal: Principal,
  requestId: string,
  req: Request,
  res: Response,
  door: { readonly publicRead?: PublicReadDoor | undefined; readonly counted?: boolean } = {},
): RequestContext {
  let em: EntityManager | undefined;
  return {
    platform,
    principal,
    requestId,
    req,
    res,
    ...(door.publicRead ? { publicRead: door.publicRead } : {}),
    ...(door.counted ? { counted: true } : {}),
    get em() {
      em ??= platform.em();
      return em;
    },
  };
}
