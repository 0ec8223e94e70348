import type { ApolloServerOptions } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../context.js';
import { measureDocument } from './document.measure.js';

type DocumentStore = NonNullable<ApolloServerOptions<RequestContext>['documentStore']>;

/** Tokens of all documents together, comments counted: a token takes some 300 bytes with its parsed form, whatever its text takes. */
const KEPT_TOKENS_MAX = 64_000;

/**
 * Keeps documents that were parsed, so that a repeated one is neither parsed nor checked again. It keeps none whose form is refused, and none
 * with a string in it: that may be a credential written into the document instead of a variable, and such a document is seldom sent twice.
 */
export function openDocumentStore(): DocumentStore {
  const cache = new LRUCache<string, DocumentNode>({
    max: 1_000,
    maxSize: KEPT_TOKENS_MAX,
    sizeCalculation: tokensOf,
  });
  return {
    get: async (key) => cache.get(key),
    async set(key, document) {
      if (!document.loc || document.loc.source.body.includes('"') || measureDocument(document).length) return;
      cache.set(key, document);
    },
    delete: async (key) => cache.delete(key),
  };
}

/** The tokens and comments of a text; a document holds all of them for as long as it is kept. */
function tokensOf({ loc }: DocumentNode): number {
  let tokens = 1;
  for (let token = loc?.startToken ?? null; token !== null; token = token.next) tokens += 1;
  return tokens;
}
