import type { ApolloServerOptions } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../context.js';

type DocumentStore = NonNullable<ApolloServerOptions<RequestContext>['documentStore']>;

/** Of the documents' text; what was parsed of it takes several times as much. */
const KEPT_MAX_CHARACTERS = 1024 * 1024;

/**
 * Keeps documents that were parsed, so that a repeated one is neither parsed nor checked again, and never one with a string in it: that may be a
 * credential that a client wrote into the document instead of a variable, and such a document is seldom sent twice.
 */
export function openDocumentStore(): DocumentStore {
  const kept = new LRUCache<string, DocumentNode>({
    max: 1_000,
    maxSize: KEPT_MAX_CHARACTERS,
    sizeCalculation: ({ loc }) => Math.max(1, loc?.source.body.length ?? KEPT_MAX_CHARACTERS),
  });
  return {
    get: async (key) => kept.get(key),
    async set(key, document) {
      if (document.loc && !document.loc.source.body.includes('"')) kept.set(key, document);
    },
    delete: async (key) => kept.delete(key),
  };
}
