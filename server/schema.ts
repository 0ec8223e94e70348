import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import { AccountResolver } from './accounts/index.js';
import { AdoptionResolver } from './adoption/index.js';
import { TrackingResolver } from './tracking/index.js';

/** The resolver list; one schema comes of it. Operations check their input themselves, so type-graphql's own check is off. */
export const openSchema = (): Promise<GraphQLSchema> =>
  buildSchema({ resolvers: [AccountResolver, TrackingResolver, AdoptionResolver], validate: false });
