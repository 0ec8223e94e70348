import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { registerEnumType } from 'type-graphql';
import { Organization } from './organization.entity.js';

/** The second factor of a person: a secret that their authenticator app shares with us. */
@Entity({ tableName: 'second_factor' })
@Check({ name: 'second_factor_confirmed', expression: '(confirmed_at is null) = (sealed is null)' })
export class SecondFactor {
  @PrimaryKey({ type: 'uuid' })
  userId: string;

  /** The secret under SESSION_SECRET; null until a code of it has been entered. */
  @Property({ type: 'text', nullable: true })
  sealed: string | null;

  @Property({ type: 'datetime', nullable: true })
  confirmedAt: Date | null;

  /** The step of the last code that counted: a code counts once. */
  @Property({ type: 'integer', nullable: true })
  lastStep: number | null;

  @Property({ type: 'datetime', nullable: true })
  usedAt: Date | null;

  /** A secret that waits for its first code; it takes the place of the present one then. */
  @Property({ type: 'text', nullable: true })
  offered: string | null;

  @Property({ type: 'datetime', nullable: true })
  offeredAt: Date | null;

  /** Codes tried since `triesSince`; a right one begins the count again. */
  @Property({ type: 'integer', default: 0 })
  tries: number & Opt = 0;

  @Property({ type: 'datetime' })
  triesSince: Date;
}

/** A code for the day on which the authenticator app is lost. */
@Entity({ tableName: 'recovery_code' })
export class RecoveryCode {
  @ManyToOne(() => SecondFactor, { primary: true, ref: true, fieldName: 'user_id', deleteRule: 'cascade' })
  factor: Ref<SecondFactor>;

  /** SHA-256 of the person and the code. */
  @PrimaryKey({ type: 'blob' })
  codeHash: Buffer;
}

/** A sign-in with a right password that waits for the second factor; there is no session before. */
@Entity({ tableName: 'sign_in_challenge' })
export class SignInChallenge {
  /** SHA-256 of the cookie's token. */
  @PrimaryKey({ type: 'blob' })
  tokenHash: Buffer;

  @Index({ name: 'sign_in_challenge_user' })
  @Property({ type: 'uuid' })
  userId: string;

  /** Whether the session is to outlast the browser. */
  @Property({ type: 'boolean' })
  remembers: boolean;

  /** The provider that signed the person in, in place of a password. */
  @Property({ type: 'text', nullable: true })
  identityProvider: string | null;

  @Property({ type: 'datetime' })
  expiresAt: Date;
}

/** The members of whom an organization requires a second factor. */
export enum EnforcedFor {
  no_one = 'no_one',
  admins = 'admins',
  everyone = 'everyone',
}
registerEnumType(EnforcedFor, {
  name: 'SecondFactorEnforcement',
  description: 'The members of whom a second factor is required; admins stands for admins and owners.',
});

/** The requirement of an organization; without a row it has none. */
@Entity({ tableName: 'second_factor_policy' })
export class SecondFactorPolicy {
  @ManyToOne(() => Organization, { primary: true, ref: true, deleteRule: 'no action', updateRule: 'no action' })
  organization: Ref<Organization>;

  @Enum({ items: () => EnforcedFor, type: 'text' })
  enforcedFor: EnforcedFor;

  /** Days in which a person can set a factor up while everything stays open to them. */
  @Property({ type: 'integer' })
  graceDays: number;

  /** When it was last changed: the days count from here, or from the day on which a person joined. */
  @Property({ type: 'datetime' })
  since: Date;
}

/** A device from which a person has signed in: its cookie, or its kind and address range, as a digest. */
@Entity({ tableName: 'sign_in_device' })
export class SignInDevice {
  @PrimaryKey({ type: 'uuid' })
  userId: string;

  @PrimaryKey({ type: 'blob' })
  digest: Buffer;

  @Property({ type: 'datetime' })
  seenAt: Date;
}
