import { withFragments } from '../fragments.js';
import type { Shim } from '../shim.js';

export const publicProject: Shim = {
  method: 'get',
  path: '/api/projects/{slug}',
  tag: 'Projects',
  summary: 'A published project with the proof of its tools',
  description:
    'What its owner approved. Each selection is self-reported, activated or retained, with dates, as of the proof that the owner made public.',
  operation: 'publicProject',
  publicRead: true,
  document: withFragments('query ($slug: String!) { reply: publicProject(slug: $slug) { ...ProvenProject } }'),
  inPath: { slug: { description: 'The project’s public address', example: 'invoice-reminders' } },
  arguments: ({ params }) => ({ slug: params.slug }),
  answers: { 200: 'The project', 304: 'The same as the caller has', 404: 'There is no such published project' },
};
