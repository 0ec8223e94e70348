import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { registerEnumType } from 'type-graphql';
import { Organization } from './organization.entity.js';

/**
 * The secret that an authenticator app of a person shares with us, and the codes that were tried. A person whose factors are passkeys alone
 * has no secret here.
 */
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

/** A code for the day on which the authenticator app or the passkeys are lost. */
@Entity({ tableName: 'recovery_code' })
export class RecoveryCode {
  @ManyToOne(() => SecondFactor, { primary: true, ref: true, fieldName: 'user_id', deleteRule: 'cascade' })
  factor: Ref<SecondFactor>;

  /** SHA-256 of the person and the code. */
  @PrimaryKey({ type: 'blob' })
  codeHash: Buffer;
}

/** A passkey of a person: it signs in by itself, and is a second factor beside a password. */
@Entity({ tableName: 'passkey' })
export class Passkey {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Index({ name: 'passkey_user' })
  @Property({ type: 'uuid' })
  userId: string;

  /** The authenticator's name for it. */
  @Unique({ name: 'passkey_credential' })
  @Property({ type: 'blob' })
  credentialId: Buffer;

  /** As COSE encodes it. */
  @Property({ type: 'blob' })
  publicKey: Buffer;

  /** The signatures that the authenticator counted; 0 from one that counts none. */
  @Property({ type: 'bigint' })
  signCount: string;

  /** The ways in which the browser may reach the authenticator, for its own dialog. */
  @Property({ type: 'json' })
  transports: readonly string[];

  /** The person's own name for it. */
  @Property({ type: 'text' })
  name: string;

  /** Whether it may be copied to other devices of the person. */
  @Property({ type: 'boolean' })
  synced: boolean;

  /** Whether such a copy exists, as its last use reported. */
  @Property({ type: 'boolean' })
  backedUp: boolean;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime', nullable: true })
  usedAt: Date | null;

  /** When its counter went back, as of a copy that no one meant to make: it opens nothing since. */
  @Property({ type: 'datetime', nullable: true })
  stoppedAt: Date | null;
}

/** A challenge that was answered; it counts for no second answer. */
@Entity({ tableName: 'answered_challenge' })
export class AnsweredChallenge {
  @PrimaryKey({ type: 'blob' })
  challengeHash: Buffer;

  /** From then on the challenge is refused for its age, and the row is deleted. */
  @Property({ type: 'datetime' })
  expiresAt: Date;
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
