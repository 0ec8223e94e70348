import Box from '@mui/material/Box';
import { type Column, Rows } from '../components/Rows.js';
import { IntentText } from './IntentText.js';
import { NeedChips } from './NeedChips.js';
import { useNeedEditing } from './needs.js';
import type { PlanContent } from './useBrief.js';

type Capability = PlanContent['capabilities'][number];

/** The goal and what it asks for, each with the words that ask for it: a wrong reading is seen here first. */
export function Understood({ content }: { content: PlanContent }) {
  const { capabilities, gaps } = content;
  const editing = useNeedEditing();
  const reasons = new Map(gaps.map(({ capability, reason }) => [capability, reason]));
  return (
    <>
      <IntentText content={content} notUnderstood={editing?.notUnderstood ?? []} />
      {editing && <NeedChips intent={content.goal} needs={capabilities} onPlan={editing.onPlan} />}
      {capabilities.length > 0 && (
        <Rows
          caption="What was understood"
          rows={capabilities}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          compact
          detail={({ id }) => {
            const reason = reasons.get(id);
            return (
              reason && (
                <Box component="span" sx={{ color: 'var(--caution)' }}>
                  A gap: {reason}
                </Box>
              )
            );
          }}
        />
      )}
    </>
  );
}

const COLUMNS: Column<Capability>[] = [
  { label: 'It needs', cell: ({ title }) => title },
  { label: 'Because you said', cell: ({ phrase }) => `“${phrase}”` },
];
