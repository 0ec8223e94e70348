import { Migration } from '@mikro-orm/migrations';

/** The sign-in library's own tables, as it compiled them, in a schema of their own. */
export class M0001SignIn extends Migration {
  override up(): void {
    this.addSql('create schema if not exists auth');
    this.addSql(
      `create table auth."user" ("id" uuid default gen_random_uuid() not null primary key, "name" text not null, "email" text not null unique, "emailVerified" boolean not null, "image" text, "createdAt" timestamptz default current_timestamp not null, "updatedAt" timestamptz default current_timestamp not null, "reviewer" boolean)`,
    );
    this.addSql(
      `create table auth."session" ("id" uuid default gen_random_uuid() not null primary key, "expiresAt" timestamptz not null, "token" text not null unique, "createdAt" timestamptz default current_timestamp not null, "updatedAt" timestamptz not null, "ipAddress" text, "userAgent" text, "userId" uuid not null references auth."user" ("id") on delete cascade)`,
    );
    this.addSql(
      `create table auth."account" ("id" uuid default gen_random_uuid() not null primary key, "accountId" text not null, "providerId" text not null, "userId" uuid not null references auth."user" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz, "scope" text, "password" text, "createdAt" timestamptz default current_timestamp not null, "updatedAt" timestamptz not null)`,
    );
    this.addSql(
      `create table auth."verification" ("id" uuid default gen_random_uuid() not null primary key, "identifier" text not null, "value" text not null, "expiresAt" timestamptz not null, "createdAt" timestamptz default current_timestamp not null, "updatedAt" timestamptz default current_timestamp not null)`,
    );
    this.addSql(`create index "session_userId_idx" on auth."session" ("userId")`);
    this.addSql(`create index "account_userId_idx" on auth."account" ("userId")`);
    this.addSql(`create index "verification_identifier_idx" on auth."verification" ("identifier")`);
  }
}
