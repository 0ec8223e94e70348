import type { GraphQLArgument } from 'graphql';
import { Extensions } from 'type-graphql';
import { isRecord } from '../json.rules.js';

/** How an argument reads as a parameter of an address. */
export interface AddressParameter {
  readonly description: string;
  readonly example: string;
}

/** Marks an argument, a list, that is a repeatable parameter of its own name wherever an address takes what its operation takes. */
export const IsAddressParameter = (parameter: AddressParameter): PropertyDecorator => Extensions({ parameter });

/** What an argument was marked with, or null. */
export function addressParameterOf({ extensions: { parameter } }: GraphQLArgument): AddressParameter | null {
  if (!isRecord(parameter)) return null;
  return { description: String(parameter.description), example: String(parameter.example) };
}
