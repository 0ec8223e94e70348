import { Migration } from '@mikro-orm/migrations';

/** The devices from which a person has signed in, as digests: a sign-in from another one sends a letter. */
export class M0109SignInDevices extends Migration {
  override up(): void {
    this.addSql(
      `create table sign_in_device (user_id uuid not null references auth."user" (id) on delete cascade,
       digest bytea not null, seen_at timestamptz not null, primary key (user_id, digest))`,
    );
  }
}
