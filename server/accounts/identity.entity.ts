import type { Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Organization } from './organization.entity.js';

/** The OpenID Connect provider of an organization, for the people of its verified domain. */
@Entity({ tableName: 'identity_provider' })
export class IdentityProvider {
  @ManyToOne(() => Organization, { primary: true, ref: true, deleteRule: 'cascade', updateRule: 'no action' })
  organization: Ref<Organization>;

  @Property({ type: 'text' })
  issuer: string;

  @Property({ type: 'text' })
  clientId: string;

  /** The client's secret under SESSION_SECRET. */
  @Property({ type: 'text' })
  sealedSecret: string;

  /** The owner who may still sign in by password while the others of the domain may not; null while passwords are open to all. */
  @Property({ type: 'uuid', nullable: true })
  passwordOwnerId: string | null;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime' })
  updatedAt: Date;
}

/** A person as an issuer knows them. */
@Entity({ tableName: 'person_identity' })
@Index({
  name: 'person_identity_subject',
  expression:
    'create unique index person_identity_subject on person_identity (issuer, subject, organization_id) nulls not distinct',
})
export class PersonIdentity {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Index({ name: 'person_identity_user' })
  @Property({ type: 'uuid' })
  userId: string;

  /** The organization that named the issuer; null for the issuer of the configuration. */
  @Index({ name: 'person_identity_organization' })
  @ManyToOne(() => Organization, { ref: true, nullable: true, deleteRule: 'cascade' })
  organization: Ref<Organization> | null;

  @Property({ type: 'text' })
  issuer: string;

  @Property({ type: 'text' })
  subject: string;

  /** The address that the issuer gave at the last sign-in; it identifies no one. */
  @Property({ type: 'text', nullable: true })
  email: string | null;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime' })
  usedAt: Date;
}

/** A person who is away at a provider and may come back once. */
@Entity({ tableName: 'sign_in_flow' })
@Check({ name: 'sign_in_flow_purpose_check', expression: `purpose in ('sign_in', 'connect', 'prove')` })
export class SignInFlow {
  /** SHA-256 of the cookie's token, of which state, nonce and PKCE verifier are derived. */
  @PrimaryKey({ type: 'blob' })
  tokenHash: Buffer;

  @ManyToOne(() => Organization, { ref: true, nullable: true, deleteRule: 'cascade' })
  organization: Ref<Organization> | null;

  @Property({ type: 'text' })
  issuer: string;

  @Property({ type: 'text' })
  clientId: string;

  @Property({ type: 'text' })
  purpose: 'sign_in' | 'connect' | 'prove';

  /** The session that connects or proves. */
  @Property({ type: 'uuid', nullable: true })
  sessionId: string | null;

  /** The path of the workspace to which it leads in the end. */
  @Property({ type: 'text', nullable: true })
  next: string | null;

  @Property({ type: 'datetime' })
  expiresAt: Date;
}
