import type { Opt } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A letter in the outbox, sent or not. Its times are the database's own. */
@Entity({ tableName: 'mail' })
@Index({
  name: 'mail_waiting',
  expression: 'create index mail_waiting on mail (next_attempt_at) where sent_at is null',
})
export class Mail {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'text' })
  recipient: string;

  @Property({ type: 'text' })
  subject: string;

  @Property({ type: 'text' })
  body: string;

  @Property({ type: 'text', nullable: true })
  link: string | null;

  /** The address that ends letters of this kind, which mail programs show as a button (RFC 8058). */
  @Property({ type: 'text', nullable: true })
  unsubscribe: (string & Opt) | null;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  createdAt: Date & Opt;

  @Property({ type: 'datetime', nullable: true })
  sentAt: (Date & Opt) | null;

  @Property({ type: 'int', default: 0 })
  attempts: number & Opt;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  nextAttemptAt: Date & Opt;
}
