import { Migration } from '@mikro-orm/migrations';

/**
 * An organization may name an OpenID Connect provider for the people of its verified domain. A person is known by issuer and subject, for one
 * organization or for the provider of the configuration; an address never identifies anyone.
 */
export class M0113SingleSignOn extends Migration {
  override up(): void {
    this.addSql(
      `create table identity_provider (organization_id uuid primary key references organization (id) on delete cascade,
       issuer text not null, client_id text not null, sealed_secret text not null,
       password_owner_id uuid,
       created_at timestamptz not null, updated_at timestamptz not null)`,
    );
    this.addSql(
      `create table person_identity (id uuid primary key, user_id uuid not null references auth."user" (id) on delete cascade,
       organization_id uuid references organization (id) on delete cascade, issuer text not null, subject text not null, email text,
       created_at timestamptz not null, used_at timestamptz not null)`,
    );
    this.addSql(
      'create unique index person_identity_subject on person_identity (issuer, subject, organization_id) nulls not distinct',
    );
    this.addSql('create index person_identity_user on person_identity (user_id)');
    this.addSql('create index person_identity_organization on person_identity (organization_id)');
    this.addSql(
      `create table sign_in_flow (token_hash bytea primary key, organization_id uuid references organization (id) on delete cascade,
       issuer text not null, client_id text not null, purpose text not null check (purpose in ('sign_in', 'connect', 'prove')),
       session_id uuid, next text, expires_at timestamptz not null)`,
    );
    this.addSql('alter table auth.session add column "identityProvider" text');
    this.addSql('alter table sign_in_challenge add column identity_provider text');
  }
}
