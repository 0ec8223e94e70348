import type { Problem } from './problem.js';

/** The gateway's answer to a document: the value under the alias `reply`, or its refusal. */
export type Reply = { readonly reply: unknown } | { readonly problem: Problem };

/** The one thing that tools, resources and prompts may ask of the gateway: run a GraphQL document of theirs. */
export interface Api {
  /** The address of the API, without a slash at its end; problems and next steps name it. */
  readonly baseUrl: string;
  /** Never rejects: whatever goes wrong is a problem that a model can read. */
  ask(document: string, variables: Record<string, unknown>): Promise<Reply>;
}
