import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useGetList, useGetOne } from 'react-admin';
import { Day } from '../components/Day.js';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { Section } from '../components/Page.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useNow } from '../components/useNow.js';
import { useDai } from '../providers/data.js';
import type { OwnProject, ReadProjectHackathonsAnswer } from '../providers/generated/operations.js';

type Entries = ReadProjectHackathonsAnswer['projectHackathons'] & { readonly id: string };
type Hackathon = Entries['entries'][number]['hackathon'];

/** The hackathons that a published project is entered into, and those that take projects now. */
export function HackathonSection({ project }: { project: OwnProject }) {
  const [chosen, setChosen] = useState('');
  const [leaving, setLeaving] = useState<Hackathon | null>(null);
  const dai = useDai();
  const now = useNow();
  const { data } = useGetOne<Entries>('project-hackathons', { id: project.id });
  const { data: open = [] } = useGetList<Hackathon>('hackathons', { filter: { open: true } });
  const touched = ['project-hackathons'];
  const enter = useApiMutation((slug: string) => dai.enterHackathon({ slug, projectId: project.id }), touched);
  const leave = useApiMutation((slug: string) => dai.leaveHackathon({ slug, projectId: project.id }), touched);
  if (!data) return null;
  const { entries } = data;
  const free = open.filter(({ slug }) => !entries.some(({ hackathon }) => hackathon.slug === slug));
  if (entries.length === 0 && free.length === 0) return null;
  const target = free.find(({ slug }) => slug === chosen);
  const close = () => {
    setChosen('');
    setLeaving(null);
    enter.reset();
    leave.reset();
  };
  return (
    <Section title="Hackathons">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {entries.map(({ hackathon, enteredAt }) => (
          <Box
            component="li"
            key={hackathon.slug}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
          >
            <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <a href={`/h/${hackathon.slug}`}>
                <bdi>{hackathon.name}</bdi>
              </a>{' '}
              <Box component="span" sx={{ color: 'var(--muted)' }}>
                entered <Day at={enteredAt} />
              </Box>
            </Box>
            {Date.parse(hackathon.submissionsDueAt) > now && (
              <Button size="small" variant="outlined" onClick={() => setLeaving(hackathon)}>
                Withdraw…
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {free.length > 0 && (
        <TextField
          select
          label="Enter into a hackathon"
          value={chosen}
          onChange={({ target: field }) => setChosen(field.value)}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          sx={{ maxWidth: 400 }}
        >
          <option value="">Choose one</option>
          {free.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </TextField>
      )}
      {target && (
        <DecisionDialog
          title={`Enter ${target.name}`}
          consequences={[
            'The page of the hackathon shows this project, and the sponsors’ tools that it uses.',
            'Each tool stands there in the state that you made public; a newer proof shows there too.',
          ]}
          actionLabel="Enter project"
          busy={enter.busy}
          problem={enter.problem}
          onDecide={() => void enter.run(target.slug).then((outcome) => outcome.done && close())}
          onClose={close}
        />
      )}
      {leaving && (
        <DecisionDialog
          title={`Withdraw from ${leaving.name}`}
          consequences={[
            'The page of the hackathon no longer shows this project.',
            'It can be entered again until projects are due.',
          ]}
          actionLabel="Withdraw project"
          busy={leave.busy}
          problem={leave.problem}
          onDecide={() => void leave.run(leaving.slug).then((outcome) => outcome.done && close())}
          onClose={close}
        />
      )}
    </Section>
  );
}
