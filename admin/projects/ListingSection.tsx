import Box from '@mui/material/Box';
import { Section } from '../components/Page.js';
import { useDai } from '../providers/data.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { ProjectDecision } from './ProjectDecision.js';
import { publicAddressOf } from './project.fields.js';

/** Whether search engines may list the public page, and the owner's decision about it. */
export function ListingSection({ project, onReload }: { project: OwnProject; onReload: () => void }) {
  const { id: projectId, slug, listed } = project;
  const { setProjectListed } = useDai();
  const decision = listed
    ? {
        title: 'Take off the lists',
        actionLabel: 'Take off the lists',
        done: 'The page is listed no longer.',
        consequences: [
          'The page leaves the sitemap at once, and asks search engines not to show it.',
          'What a search engine has stored may be shown there until it reads the page again.',
          'The page stays public for everyone with its address.',
        ],
      }
    : {
        title: 'List the page',
        actionLabel: 'List the page',
        done: 'The page is listed.',
        consequences: [
          `${publicAddressOf(slug)} goes into the sitemap, and search engines may show it.`,
          'Later revisions that you publish are listed too.',
          'You can take it off at any time, at once.',
        ],
      };
  return (
    <Section title="Search engines">
      <Box component="p" sx={{ mt: 0, mb: 3 }}>
        {listed
          ? 'Listed: the page is in the sitemap, and search engines may show it.'
          : 'Not listed: everyone with the address can read the page, and search engines are asked not to show it.'}
      </Box>
      <ProjectDecision
        project={project}
        {...decision}
        decide={() => setProjectListed({ projectId, listed: !listed })}
        onReload={onReload}
      />
    </Section>
  );
}
