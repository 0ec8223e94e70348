import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { KeyCap } from '../components/KeyHelp.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';
import { useSession } from '../workspace/useSession.js';
import { useWork } from './QueueWork.js';

interface AssigneeProps {
  readonly item: IntakeSubmissionItem;
  readonly onChanged: (answer: IntakeSubmissionItem) => void;
}

/** The reviewer who has it. A free submission is taken or given to a reviewer; its holder gives it on or back, and no one takes it from them. */
export function Assignee({ item, onChanged }: AssigneeProps) {
  const dai = useDai();
  const own = useSession()?.person.id;
  const { data: work } = useWork();
  const [chosen, setChosen] = useState('');
  const mutation = useApiMutation((wanted: { assignee?: string; release?: boolean }) =>
    dai.assignIntake({ id: item.id, ...wanted }),
  );
  const change = async (wanted: { assignee?: string; release?: boolean }) => {
    const outcome = await mutation.run(wanted);
    if (!outcome.done) return;
    setChosen('');
    onChanged(outcome.answer);
  };
  const mine = item.assignee !== null && item.assignee === own;
  const others = work?.team.filter(({ reviewer }) => reviewer !== own) ?? [];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, justifyItems: 'start', pb: 1 }}>
      <span>{mine ? 'you' : (item.assigneeName ?? item.assignee ?? 'no one')}</span>
      {item.allowed.includes('assign') && (mine || item.assignee === null) && (
        <>
          <Button
            size="small"
            variant="outlined"
            loading={mutation.busy}
            onClick={() => void change({ release: mine })}
            data-act="take"
          >
            {mine ? 'Give back' : 'Take'}
            <KeyCap name="t" />
          </Button>
          {others.length > 0 && (
            <TextField
              select
              margin="none"
              size="small"
              label="Give to"
              value={chosen}
              onChange={({ target }) => setChosen(target.value)}
              slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            >
              <option value="">–</option>
              {others.map(({ reviewer, name, assigned }) => (
                <option key={reviewer} value={reviewer}>
                  {name} ({assigned})
                </option>
              ))}
            </TextField>
          )}
          {chosen && (
            <Button
              size="small"
              variant="outlined"
              loading={mutation.busy}
              onClick={() => void change({ assignee: chosen })}
            >
              Give
            </Button>
          )}
        </>
      )}
      {mutation.problem && <ProblemNotice problem={mutation.problem} tried="mutation" />}
    </Box>
  );
}
