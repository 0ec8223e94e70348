import { IsEnum, IsOptional, Matches } from 'class-validator';
import { GraphQLJSON } from 'graphql-scalars';
import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Changes } from '../../platform/audit/audit.entity.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';

const LOG = 'The organization of the log; absent: the platform’s own log, which reviewers and operators write.';

@ArgsType()
export class AuditChainArgs {
  @Field(() => ID, { nullable: true, description: LOG })
  @IsOptional()
  @IdOf('org')
  organizationId?: string | null;
}

@ObjectType({
  description: 'Whether an audit log is as it was written, recomputed from its first entry.',
})
export class AuditChainState {
  @Field(() => Boolean, {
    description: 'True when every entry carries the hash of the one before and of its own facts.',
  })
  intact: boolean;

  @Field(() => Int, { description: 'How many entries the chain has.' })
  entries: number;

  @Field(() => Int, { description: 'The number of entries with erased values; their hashes stay valid.' })
  erased: number;

  @Field(() => String, { nullable: true, description: 'The hash of the last entry; null for an empty log.' })
  head: string | null;

  @Field(() => Int, { nullable: true, description: 'The number of the first entry that does not hold.' })
  firstBroken: number | null;
}

export enum AuditActorKind {
  person = 'person',
  token = 'token',
  system = 'system',
}
registerEnumType(AuditActorKind, {
  name: 'AuditActorKind',
  description: 'A person, the token of an agent, or the service and its operators.',
});

export const auditSorts = sortsOf(['at'], '-at');

@ArgsType()
export class AuditEntriesArgs extends TimedPageArgs(
  auditSorts,
  'action, in its name or in words such as “Tracking key revoked”, record or actor',
  'Recorded',
) {
  @Field(() => ID, { nullable: true, description: LOG })
  @IsOptional()
  @IdOf('org')
  organizationId?: string | null;

  @Field(() => String, { nullable: true, description: 'How the action begins, such as `member.` or `product.create`.' })
  @IsOptional()
  @Matches(/^[a-z_.]{1,60}$/, { message: 'must be the beginning of an action, such as member.' })
  action?: string | null;

  @Field(() => AuditActorKind, { nullable: true, description: 'Who acted.' })
  @IsOptional()
  @IsEnum(AuditActorKind)
  actorKind?: AuditActorKind | null;
}

@ObjectType('AuditEntry', { description: "One entry of an organization's append-only, hash-chained audit log." })
export class AuditEntryAnswer {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('aud')
  id: string;

  @Field(() => Date, { description: 'Moment of the act.' })
  at: Date;

  @Field(() => String, { description: 'Identifier of the person, token or program that acted.' })
  actor: string;

  @Field(() => String, { description: 'Name of the act, such as project.approve.' })
  action: string;

  @Field(() => String, { description: 'Kind of the record that was acted on.' })
  resource: string;

  @Field(() => String, { description: 'Identifier of that record.' })
  resourceId: string;

  @Field(() => Int, { nullable: true, description: 'Revision of the record after the act; null where it counts none.' })
  revision: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The request that caused it; null for acts of jobs and of the command line.',
  })
  requestId: string | null;

  @Field(() => String, { description: 'Hash of the entry before in the chain.' })
  prevHash: string;

  @Field(() => String, { description: 'Hash over this entry and the one before.' })
  hash: string;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'Field by field [old, new]; null after the values were erased.',
  })
  changes: Changes | null;

  @Field(() => String, {
    nullable: true,
    description: 'Words of the person who acted; null where none were asked for.',
  })
  reason: string | null;
}

@ObjectType({ description: 'A person who acted, by name.' })
export class AuditActor {
  @Field(() => ID, { description: 'As entries name them (`actor`).' })
  @IdOf('usr')
  id: string;

  @Field(() => String, { description: 'Name to show.' })
  name: string;
}

@ObjectType({ description: 'One page of a list.' })
export class AuditEntryList {
  @Field(() => [AuditEntryAnswer], { description: 'Records of this page.' })
  items: AuditEntryAnswer[];

  @Field(() => [AuditActor], {
    description:
      'The people of these entries who are members of the organization now, or in the platform’s log reviewers; of everyone else there is the id.',
  })
  actors: AuditActor[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}
