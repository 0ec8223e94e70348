import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useGetOne } from 'react-admin';
import { useParams } from 'react-router-dom';
import { CopyButton } from '../components/CopyButton.js';
import { Day } from '../components/Day.js';
import { Empty } from '../components/Empty.js';
import { Fact, Facts } from '../components/Facts.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import type { ReadPublicProjectAnswer } from '../providers/schema.js';
import { ProjectFace } from './ProjectFace.js';
import { publicAddressOf } from './project.fields.js';
import { SelectionList } from './SelectionList.js';
import { isNothing } from './useProject.js';

type PublicProject = ReadPublicProjectAnswer['publicProject'] & { readonly id: string };

/** A published project as anyone reads it: what its owner approved, and of evidence what they made public. */
export function PublicProjectPage() {
  const { slug = '' } = useParams();
  const project = useGetOne<PublicProject>('public-projects', { id: slug });
  if (project.error && isNothing(project.error)) return <NoneHere />;
  return (
    <Page title={project.data?.title ?? 'Project'} where="Project" summary={project.data?.summary}>
      <QueryState query={project} what="project" rows={8}>
        {(read) => (
          <>
            <Box sx={{ mb: 8 }}>
              <ProjectFace {...read} />
            </Box>
            <Section title="Tools that it uses">
              <Typography color="textSecondary" sx={{ mb: 3 }}>
                {read.proof ? (
                  <>
                    As of <Day at={read.proof.madeAt} />, when the owner made the states public.
                  </>
                ) : (
                  'As the owner says; no proof has been made public.'
                )}
              </Typography>
              {read.tools.length > 0 ? (
                <SelectionList label="Tools that it uses" tools={read.tools} />
              ) : (
                <Typography>It names none.</Typography>
              )}
            </Section>
            <Section title="What this doesn’t say">
              <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1, maxWidth: 720 }}>
                {read.notices.map((notice) => (
                  <li key={notice}>{notice}</li>
                ))}
              </Box>
            </Section>
            <Section title="Cite it">
              <Citation project={read} />
            </Section>
          </>
        )}
      </QueryState>
    </Page>
  );
}

/** What a citation needs: the address that stays, the day of what stands there, and the same as data. */
function Citation({ project }: { project: PublicProject }) {
  const address = publicAddressOf(project.slug);
  return (
    <Facts>
      <Fact label="Address">
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {address}
        </Box>{' '}
        <CopyButton small text={address} what="address" />
      </Fact>
      <Fact label="Published">
        <Day at={project.publishedAt} />
      </Fact>
      <Fact label="As data">
        <a href={`/api/projects/${encodeURIComponent(project.slug)}`}>JSON</a>
      </Fact>
    </Facts>
  );
}

function NoneHere() {
  return (
    <Page title="There is no such project">
      <Empty>
        No public project has this address. It may be mistyped, or its owner has taken it out of the public.
      </Empty>
    </Page>
  );
}
