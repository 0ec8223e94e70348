import 'reflect-metadata';
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
  printType,
} from 'graphql';
import { buildSchema, getMetadataStorage } from 'type-graphql';
import {
  AccountResolver,
  CredentialResolver,
  OrganizationResolver,
  ProfileResolver,
  SecondFactorResolver,
  SecurityResolver,
  SingleSignOnResolver,
} from '../accounts/index.js';
import {
  AdoptionResolver,
  EventCountingResolver,
  EventHistogramResolver,
  PlanArrivalsResolver,
  PublishingResolver,
  SavedViewResolver,
  ToolAdoptionResolver,
} from '../adoption/index.js';
import {
  CatalogReviewResolver,
  DirectoryReadingResolver,
  DirectoryResolver,
  DirectoryToolResolver,
  PublicUseResolver,
} from '../directory/index.js';
import { EnterpriseResolver } from '../enterprise/index.js';
import { IntakeResolver } from '../intake/index.js';
import { OfferResolver } from '../offers/index.js';
import { PlanningResolver, SavedPlanResolver } from '../planning/index.js';
import { takeTexts } from '../platform/graphql/choices.js';
import { withPrefix } from '../platform/graphql/id.edge.js';
import { isCheckedByRule } from '../platform/graphql/input.walk.js';
import { isIdPrefix } from '../platform/ids.js';
import { ProjectResolver } from '../projects/index.js';
import { SkillResolver } from '../skills/index.js';
import { TrackingResolver } from '../tracking/index.js';
import { BalanceResolver, BoardResolver, ReceiptResolver, SpendResolver } from '../usage/index.js';
import { WebhookResolver } from '../webhooks/index.js';

let built: Promise<GraphQLSchema> | undefined;

/** The one schema, built when it is first asked for: it depends on the code alone. */
export function openSchema(): Promise<GraphQLSchema> {
  built ??= build();
  return built;
}

/** The resolver list; one schema comes of it. Operations check their input themselves, so type-graphql's own check is off. */
const build = async (): Promise<GraphQLSchema> => {
  const schema = await buildSchema({
    resolvers: [
      AccountResolver,
      ProfileResolver,
      SecondFactorResolver,
      SecurityResolver,
      SingleSignOnResolver,
      OrganizationResolver,
      CredentialResolver,
      DirectoryResolver,
      DirectoryReadingResolver,
      DirectoryToolResolver,
      PublicUseResolver,
      CatalogReviewResolver,
      OfferResolver,
      PlanningResolver,
      SavedPlanResolver,
      SkillResolver,
      ProjectResolver,
      TrackingResolver,
      AdoptionResolver,
      EventCountingResolver,
      EventHistogramResolver,
      PlanArrivalsResolver,
      SavedViewResolver,
      PublishingResolver,
      ToolAdoptionResolver,
      SpendResolver,
      ReceiptResolver,
      BoardResolver,
      BalanceResolver,
      IntakeResolver,
      EnterpriseResolver,
      WebhookResolver,
    ],
    validate: false,
    skipCheck: true, // it would read the whole schema by introspection at every start; graphql checks the schema before its first operation
  });
  markInheritedFields(schema);
  showIds(schema);
  takeTexts(schema);
  return schema;
};

/** Gives the fields that a type inherits the marks that they have in its parent: type-graphql leaves them out. */
function markInheritedFields(schema: GraphQLSchema): void {
  const { inputTypes, objectTypes } = getMetadataStorage();
  const declared = new Map([...inputTypes, ...objectTypes].map((type) => [type.target, type]));
  for (const { name, target } of declared.values()) {
    const type = schema.getType(name);
    if (!isInputObjectType(type) && !isObjectType(type)) continue;
    const fields = type.getFields();
    for (let parent = Object.getPrototypeOf(target); parent; parent = Object.getPrototypeOf(parent))
      for (const { schemaName, extensions } of declared.get(parent)?.fields ?? []) {
        const field = fields[schemaName];
        if (field) field.extensions = { ...extensions, ...field.extensions };
      }
  }
}

/** Lets the fields of an answer whose ids have a declared kind (`IdOf`) show them with its prefix. */
function showIds(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) showId(field);
  }
}

function showId(field: GraphQLField<unknown, unknown>): void {
  const kind = field.extensions.idKind;
  if (!isIdPrefix(kind)) return;
  const { resolve = defaultFieldResolver } = field;
  field.resolve = (...call) => {
    const id: unknown = resolve(...call);
    return id instanceof Promise ? id.then((known) => withPrefix(kind, known)) : withPrefix(kind, id);
  };
}

const printed = new WeakMap<GraphQLSchema, string>();

/** The schema as schema.graphql holds it, in the order of names: the order of imports must not show. The values of `enumOf` keep their order. */
export function printedSchema(schema: GraphQLSchema): string {
  const text = printed.get(schema) ?? `${printSorted(schema)}\n`;
  printed.set(schema, text);
  return text;
}

function printSorted(schema: GraphQLSchema): string {
  const sorted = lexicographicSortSchema(schema);
  return Object.values(sorted.getTypeMap()).reduce((text, type) => {
    const own = schema.getType(type.name);
    return own && isEnumType(own) && isCheckedByRule(own) ? text.replace(printType(type), printType(own)) : text;
  }, printSchema(sorted));
}
