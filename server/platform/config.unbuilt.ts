import { z } from 'zod';

const OFF = ['off', 'false', '0'];

/** A start with such a variable set must not look as if it did something: above all nothing that an operator takes for a protection. */
const unbuilt = (what: string) =>
  z
    .string()
    .refine((word) => OFF.includes(word), `has no effect in this version, which has no ${what} yet: unset it to start`)
    .optional();

/** Variables that the operating guide reserves for what this version does not have. */
export const unbuiltVariables = {
  DATABASE_REPLICA_URLS: unbuilt('reading from replicas'),
};
