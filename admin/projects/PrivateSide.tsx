import Box from '@mui/material/Box';
import { useGetOne } from 'react-admin';
import { Link } from 'react-router-dom';
import { ApprovalReceipt } from '../components/ApprovalReceipt.js';
import { Fact, Facts } from '../components/Facts.js';
import { Section } from '../components/Page.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { OwnProject, Plan } from '../providers/generated/operations.js';
import { ApprovalEnd } from './ApprovalEnd.js';
import { ContentHash } from './ContentHash.js';
import { nameAuthor } from './project.fields.js';

/** The revision that a decision is about, and the parts of the project that no one else ever reads. */
export function PrivateSide({ project }: { project: OwnProject }) {
  const { revision, contentHash, approval, planId, note } = project;
  const signed = signedOf(project);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Section title={`Revision ${revision}`}>
        <Facts>
          <Fact label="Approval">
            {approval ? (
              <>
                given <TimeAgo at={approval.approvedAt} />, ends <ApprovalEnd at={approval.expiresAt} />
              </>
            ) : project.hasUnpublishedChanges ? (
              'none'
            ) : (
              'none needed'
            )}
          </Fact>
          <Fact label="Content hash">
            <ContentHash hash={contentHash} />
          </Fact>
        </Facts>
      </Section>
      {signed && (
        <Section title="Signed receipt">
          <ApprovalReceipt of={project.id} {...signed} />
        </Section>
      )}
      <Section title="Stays private">
        <Facts>
          <Fact label="Prepared by">{nameAuthor(project)}</Fact>
          <Fact label="Begun">
            <TimeAgo at={project.createdAt} />
          </Fact>
          <Fact label="Plan">{planId ? <PlanLink planId={planId} /> : 'none'}</Fact>
          <Fact label="Note">
            <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note ?? 'none'}</Box>
          </Fact>
        </Facts>
      </Section>
    </Box>
  );
}

/** The receipt of the present approval, or else of what is public; null where neither was signed. */
function signedOf({ approval, published }: OwnProject): { receipt: string; revision: number } | null {
  if (approval?.receipt) return { receipt: approval.receipt, revision: approval.revision };
  if (published?.approvalReceipt) return { receipt: published.approvalReceipt, revision: published.revision };
  return null;
}

/** A plan by its title; one that was deleted since has only its id. */
function PlanLink({ planId }: { planId: string }) {
  const plan = useGetOne<Plan>('plans', { id: planId }, { retry: false });
  if (plan.error) return <code>{planId}</code>;
  return <Link to={`/workbench/plans/${planId}`}>{plan.data?.title ?? 'Saved plan'}</Link>;
}
