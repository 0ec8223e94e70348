import { Entity, PrimaryKey } from '@mikro-orm/decorators/legacy';

/** A mailbox that an account had before its present address. */
@Entity({ tableName: 'former_mailbox' })
export class FormerMailbox {
  @PrimaryKey({ type: 'uuid' })
  userId: string;

  /** SHA-256 of `mailboxOf` the address, so that no address outlives its account. */
  @PrimaryKey({ type: 'text' })
  mailbox: string;
}
