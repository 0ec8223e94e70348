import 'reflect-metadata';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import {
  AccountResolver,
  EnterpriseKeyResolver,
  OrganizationResolver,
  ProfileResolver,
  WorkflowTokenResolver,
} from '../accounts/index.js';
import { AdoptionResolver, PublishingResolver, ToolAdoptionResolver } from '../adoption/index.js';
import { CatalogReviewResolver, DirectoryReadingResolver, DirectoryResolver } from '../directory/index.js';
import { EnterpriseResolver } from '../enterprise/index.js';
import { IntakeResolver } from '../intake/index.js';
import { OfferResolver } from '../offers/index.js';
import { PlanningResolver } from '../planning/index.js';
import { ProjectResolver } from '../projects/index.js';
import { SkillResolver } from '../skills/index.js';
import { TrackingResolver } from '../tracking/index.js';
import { BalanceResolver, ReceiptResolver, SpendResolver } from '../usage/index.js';
import { WebhookResolver } from '../webhooks/index.js';

let built: Promise<GraphQLSchema> | undefined;

/** The one schema, built when it is first asked for: it depends on the code alone. */
export function openSchema(): Promise<GraphQLSchema> {
  built ??= build();
  return built;
}

/** The resolver list; one schema comes of it. Operations check their input themselves, so type-graphql's own check is off. */
const build = (): Promise<GraphQLSchema> =>
  buildSchema({
    resolvers: [
      AccountResolver,
      ProfileResolver,
      OrganizationResolver,
      WorkflowTokenResolver,
      EnterpriseKeyResolver,
      DirectoryResolver,
      DirectoryReadingResolver,
      CatalogReviewResolver,
      OfferResolver,
      PlanningResolver,
      SkillResolver,
      ProjectResolver,
      TrackingResolver,
      AdoptionResolver,
      PublishingResolver,
      ToolAdoptionResolver,
      SpendResolver,
      ReceiptResolver,
      BalanceResolver,
      IntakeResolver,
      EnterpriseResolver,
      WebhookResolver,
    ],
    validate: false,
  });

const printed = new WeakMap<GraphQLSchema, string>();

/** The schema as schema.graphql holds it, in the order of names: the order of imports must not show. */
export function printedSchema(schema: GraphQLSchema): string {
  const text = printed.get(schema) ?? `${printSchema(lexicographicSortSchema(schema))}\n`;
  printed.set(schema, text);
  return text;
}
