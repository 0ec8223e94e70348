import { z } from 'zod';
import { pricingModels, toolInterfaces } from '../vocabulary.types.js';

/** The parts that a named tool can play in a text. */
export const nameRoles = ['wanted', 'banned', 'existing', 'replaced', 'compared', 'acted_in', 'context'] as const;
export type NameRole = (typeof nameRoles)[number];

const phrase = z
  .string()
  .regex(
    /^=?[a-z0-9\u3040-\u30ff\u4e00-\u9fff]+( (=?[a-z0-9\u3040-\u30ff\u4e00-\u9fff]+|~))*$/,
    'must be lower-case words, ~ for a gap, = before an exact word',
  );
const phrases = z.array(phrase).min(1);
const word = z.string().regex(/^[a-z0-9]+$/, 'must be one lower-case word');
const capability = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be the name of a capability');

/** The form of lexicon.json. */
export const lexiconFile = z.strictObject({
  /** The day of its last change; published with every answer that was read with it. */
  version: z.iso.date(),
  /** `phrases` mean the capability wherever they stand; `alone` only as a whole question or item of a list. */
  capabilities: z.array(z.strictObject({ id: capability, title: z.string().min(1), phrases, alone: z.array(phrase) })),
  /** Phrases that ask for several capabilities at once. */
  bundles: z.array(z.strictObject({ capabilities: z.array(capability).min(2), phrases })),
  /** Phrases that look like a capability and are none. */
  guards: phrases,
  negations: z.strictObject({
    /** Stand before what is not wanted; with `carriesAnd` they also reach over "and". */
    before: z.array(z.strictObject({ phrases, carriesAnd: z.boolean() })),
    /** Stand after what is not wanted. */
    after: phrases,
    /** Look like a negation and are none. */
    spared: phrases,
    /** Words that join what is not wanted to more of it. */
    and: z.array(word),
    or: z.array(word),
  }),
  /** Wishes about what the tool is like, as preferences over facts of the catalog. */
  modifiers: z.array(
    z.strictObject({
      id: capability,
      title: z.string().min(1),
      phrases,
      /** Longer phrases in which the modifier says something else. */
      except: z.array(phrase),
      pricing: z.array(z.enum(pricingModels)),
      interfaces: z.array(z.enum(toolInterfaces)),
    }),
  ),
  /** Phrases before or behind a named tool that give it its role; those of `null` look like one and give none. */
  roles: z.array(
    z.strictObject({
      role: z.enum(nameRoles).exclude(['wanted']).nullable(),
      before: z.array(phrase),
      after: z.array(phrase),
    }),
  ),
  /** Words that may stand inside any phrase. */
  fillers: z.array(word),
  /** Words that say nothing about what is wanted. */
  stopWords: z.array(word),
  /** Languages and the like, beside which a word may still stand alone: `queue for node`. */
  stackWords: z.array(word),
  /** Words that are never stemmed, since their stem is that of a word of another meaning. */
  apart: z.array(
    z.string().regex(/^[a-z0-9]+(=[a-z0-9]+)?$/, 'must be a word, or a word, an equals sign and its stem'),
  ),
  /** Ordinary words that mean the tool of that name among developers. */
  brandWords: z.array(word),
});
export type LexiconFile = z.infer<typeof lexiconFile>;
