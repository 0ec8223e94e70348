import Box from '@mui/material/Box';
import { useListContext } from 'react-admin';
import { Notice } from '../components/Notice.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { useNow } from '../components/useNow.js';
import type { AgentKey } from '../providers/data.enterprise.js';
import { stateOf } from './states.js';

/** The keys in sight that end within ten days: their agents stop reading unless they get another one. */
export function EndingKeys() {
  const { data } = useListContext<AgentKey>();
  const now = useNow();
  const ending = (data ?? []).filter((key) => stateOf(key, now) === 'ending');
  if (ending.length === 0) return null;
  return (
    <Box sx={{ mb: 4 }}>
      <Notice tone="caution">
        {ending.map(({ id, name, expiresAt }) => (
          <div key={id}>
            The agent key “{name}” ends <TimeUntil at={expiresAt} />.
          </div>
        ))}
        Create another key and give it to the agent before: a key can’t be extended.
      </Notice>
    </Box>
  );
}
