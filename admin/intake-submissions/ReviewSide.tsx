import DoneIcon from '@mui/icons-material/CheckOutlined';
import OpenIcon from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Box from '@mui/material/Box';
import { ApprovalReceipt } from '../components/ApprovalReceipt.js';
import { Fact, Facts } from '../components/Facts.js';
import { Section } from '../components/Page.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { VisuallyHidden } from '../components/VisuallyHidden.js';
import { counted } from '../directory/tool.labels.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';
import { AgeMark } from './AgeMark.js';
import { Assignee } from './Assignee.js';
import { IntakeStateChip } from './IntakeStateChip.js';
import { kindLabel } from './intake.labels.js';

interface SideProps {
  readonly item: IntakeSubmissionItem;
  readonly onChanged: (answer: IntakeSubmissionItem) => void;
}

/** State, revision, who has it, and what is fulfilled before it can be decided. */
export function ReviewSide({ item, onChanged }: SideProps) {
  return (
    <>
      <Section title="State">
        <Facts>
          <Fact label="State">
            <IntakeStateChip state={item.state} />
          </Fact>
          <Fact label="Kind">{kindLabel(item.kind)}</Fact>
          <Fact label="Revision">{item.revision}</Fact>
          <Fact label="Priority">
            {item.priority ?? 'not triaged'}
            {item.score !== null && ` · score ${item.score}`}
          </Fact>
          <Fact label="Submitted">
            <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
              <TimeAgo at={item.submittedAt} />
              <AgeMark row={item} />
            </Box>
          </Fact>
          {item.expiresAt && (
            <Fact label="Expires">
              <TimeUntil at={item.expiresAt} />
            </Fact>
          )}
          <Fact label="Assignee">
            <Assignee item={item} onChanged={onChanged} />
          </Fact>
          <Fact label="Id">
            <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
              {item.id}
            </Box>
          </Fact>
        </Facts>
      </Section>
      {item.approvalReceipt && (
        <Section title="Signed receipt">
          <ApprovalReceipt receipt={item.approvalReceipt} of={item.id} revision={item.revision} />
        </Section>
      )}
      <Section title="Checklist">
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
          {checklistOf(item).map(([done, text]) => (
            <Box component="li" key={text} sx={{ display: 'flex', gap: 2 }}>
              {done ? (
                <DoneIcon sx={{ fontSize: 18, color: 'var(--good)' }} aria-hidden />
              ) : (
                <OpenIcon sx={{ fontSize: 18, color: 'var(--muted)' }} aria-hidden />
              )}
              <span>
                <VisuallyHidden>{done ? 'fulfilled: ' : 'open: '}</VisuallyHidden>
                {text}
              </span>
            </Box>
          ))}
        </Box>
      </Section>
    </>
  );
}

function checklistOf(item: IntakeSubmissionItem): (readonly [boolean, string])[] {
  const decided = ['approved', 'published', 'provisioned'].includes(item.state);
  return [
    [item.contactVerified, 'The contact confirmed the address'],
    [(item.draft?.records.length ?? 0) > 0, 'A draft is prepared'],
    [item.checksFailed === 0, item.checksFailed ? `${counted(item.checksFailed, 'check')} failed` : 'No check failed'],
    [
      item.checksUnknown === 0,
      item.checksUnknown ? `${counted(item.checksUnknown, 'check')} not known` : 'Every check is known',
    ],
    [decided, 'Approved by a reviewer'],
    ...(item.needsSecondApprover
      ? [[['provisioned', 'published'].includes(item.state), 'A second reviewer agreed'] as const]
      : []),
  ];
}
