import { IsDefined } from 'class-validator';
import { GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { IsProductId, loadBinding, MemberRole, requireMember } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { operation } from '../../platform/operation.js';
import { checkEvent } from '../check/index.js';
import { FieldNote } from '../event-answer.types.js';
import { productUuidOf } from '../product.query.js';
import type { TrackingContext } from '../tracking.open.js';
import { EventMapping } from './dry-run.types.js';
import { replyOfAccepted, understoodOf } from './event.dry-run.js';

@InputType()
export class DryRunPayloadInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'The product whose key would send it.' })
  @IsProductId()
  productId: string;

  @Field(() => GraphQLJSON, { description: 'An event, or a raw call or batch of a customer data platform.' })
  @IsDefined()
  payload: unknown;
}

@ObjectType({ description: 'What a real call would make of a payload. Nothing is stored.' })
export class PayloadReply {
  @Field(() => Boolean)
  accepted: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'What a real call would answer now: tracked, duplicate, ignored or conflict; null for a refused payload.',
  })
  wouldBe: string | null;

  @Field(() => EventMapping)
  mapping: EventMapping;

  @Field(() => [String])
  stripped: string[];

  @Field(() => [FieldNote])
  warnings: FieldNote[];

  @Field(() => [FieldNote], { description: 'Why it would be refused; empty for an accepted payload.' })
  errors: FieldNote[];

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'For a raw call or batch of a customer data platform: the payload that it would map to.',
  })
  suggestedPayload: Record<string, unknown> | null;

  @Field(() => [String], { description: 'Pointers of what only the caller can add to suggestedPayload.' })
  missing: string[];
}

/** The dry-run of the workspace: a member pastes a payload and learns what a key of the product would be answered; it writes nothing. */
export const dryRunPayload = operation(
  { name: 'dryRunPayload', who: ['session'], limit: 'workflow' },
  async function dryRunPayload(
    ctx: TrackingContext,
    { organizationId, productId, payload }: DryRunPayloadInput,
  ): Promise<PayloadReply> {
    await requireMember(ctx, organizationId, MemberRole.member);
    const productUuid = await productUuidOf(ctx.em, organizationId, productId);
    const binding = await loadBinding(ctx.em, organizationId, productUuid);
    if (!binding) throw new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });
    const checked = checkEvent(payload, binding, ctx.platform.clock.now(), 'dry-run');
    const advice = { errors: [], suggestedPayload: null, missing: [] };
    if (checked.ok) return { ...(await replyOfAccepted(ctx, binding, checked)), ...advice };
    return {
      accepted: false,
      wouldBe: null,
      ...(await understoodOf(ctx, binding, checked)),
      errors: checked.problems,
      suggestedPayload: checked.suggestedPayload ?? null,
      missing: checked.missing ?? [],
    };
  },
);
