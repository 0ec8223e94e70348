import { z } from 'zod';
import type { Api } from './api.js';
import { Refused, refuse } from './problem.js';

/** A resource as a host lists it. */
export interface ResourceDefinition {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'application/json';
}

/** Something to read that changes seldom, as JSON. */
export interface Resource {
  readonly definition: ResourceDefinition;
  readonly document: string;
  /** The compact JSON text; throws `Refused`. */
  read(api: Api): Promise<string>;
}

/** Declares a resource out of a document that takes no variables; what it answers under `reply` is the text. */
export const resource = (definition: Omit<ResourceDefinition, 'mimeType'>, document: string): Resource => ({
  definition: { ...definition, mimeType: 'application/json' },
  document,
  async read(api) {
    const answered = await api.ask(document, {});
    if ('problem' in answered) throw new Refused(answered.problem);
    const read = z.json().safeParse(answered.reply);
    if (!read.success)
      throw refuse('INTERNAL', api.baseUrl, `${api.baseUrl} answered in another form than this version knows.`);
    return JSON.stringify(read.data);
  },
});
