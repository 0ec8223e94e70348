import type { GraphQLArgument } from 'graphql';
import { Extensions } from 'type-graphql';
import { isRecord } from '../json.rules.js';

/** How an argument reads as a parameter of an address. */
export interface AddressParameter {
  readonly description: string;
  readonly example: string;
  /** The closed set of its values, where it has one. */
  readonly choices?: readonly string[];
}

/** Marks an argument, a list, that is a repeatable parameter of its own name wherever an address takes what its operation takes. */
export const IsAddressParameter = (parameter: AddressParameter): PropertyDecorator => Extensions({ parameter });

/** The marks of an argument, or null. */
export function addressParameterOf({ extensions: { parameter } }: GraphQLArgument): AddressParameter | null {
  if (!isRecord(parameter)) return null;
  const { description, example, choices } = parameter;
  return {
    description: String(description),
    example: String(example),
    ...(Array.isArray(choices) ? { choices: choices.map(String) } : {}),
  };
}
