import { resource } from '../resource.js';

/** The capabilities that the lexicon can read in a question or an intent. */
export const capabilities = resource(
  {
    uri: 'dai://capabilities',
    name: 'capabilities',
    title: 'Capabilities',
    description:
      'Every capability of the directory with id, title and words that mean it; read it to name what a product needs before search_tools or build_brief.',
  },
  'query { reply: capabilities { version capabilities { id title examples } } }',
);
