import type { Claims } from './identities/index.js';

/** A client of a provider, as an operator or an owner registered it there. */
export interface ProviderClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** `host:port` pairs that may be reached although they are private: the operator's own. */
  readonly allow: readonly string[];
}

/** The values that tie an answer to its question. */
export interface FlowProofs {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface SignOnRequest extends FlowProofs {
  readonly redirectUri: string;
  /** The address that the person entered; the provider may fill it in. */
  readonly loginHint: string | null;
  /** The provider is to have the person prove themselves again. */
  readonly again: boolean;
}

export interface Providers {
  /** The address to which the browser goes. */
  begin(client: ProviderClient, request: SignOnRequest): Promise<string>;
  /** The person who came back; every check of the answer and its ID token has passed. */
  complete(client: ProviderClient, answer: URL, proofs: FlowProofs): Promise<Claims>;
}
