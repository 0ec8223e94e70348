import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, useSearchParams } from 'react-router-dom';
import { hostOf } from '../components/address.js';
import { Empty } from '../components/Empty.js';
import { FilterChips } from '../components/FilterChips.js';
import { LoadMoreButton } from '../components/LoadMoreButton.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useInfiniteList } from '../components/useInfiniteList.js';
import type { SkillLine } from '../providers/generated/operations.js';
import { RiskChip } from './RiskChip.js';
import { Shown } from './Shown.js';
import { SkillStatusChip } from './SkillStatusChip.js';
import { labelOfStatus, SKILL_STATUSES } from './skill.labels.js';

const PER_PAGE = 25;

/** The skills that this person has imported, and how far each has come. */
export function SkillList() {
  const [search] = useSearchParams();
  const status = SKILL_STATUSES.find((one) => one === search.get('status'));
  const skills = useInfiniteList<SkillLine>('skills', status ? { status: [status] } : {}, { perPage: PER_PAGE });
  return (
    <Page
      title="Skills"
      summary="SKILL.md files that you imported to read, check and perhaps publish. Yours alone until you publish one."
      // An empty list holds this action itself.
      action={(status || skills.data?.length !== 0) && <ImportLink />}
    >
      <Box sx={{ mb: 4 }}>
        <FilterChips
          label="Status"
          name="status"
          unchosen={{ label: 'Every status' }}
          choices={SKILL_STATUSES.map((one) => [one, labelOfStatus(one)])}
        />
      </Box>
      <QueryState query={skills} what="skills" rows={6}>
        {(items) =>
          items.length === 0 ? (
            <NoSkills status={status && labelOfStatus(status)} />
          ) : (
            <>
              <Rows caption="Skills" rows={items} keyOf={({ id }) => id} columns={COLUMNS} detail={detailOf} />
              <LoadMoreButton list={skills} />
            </>
          )
        }
      </QueryState>
    </Page>
  );
}

const ImportLink = () => (
  <Button component={Link} to="/me/skills/import" variant="contained">
    Import skill
  </Button>
);

function NoSkills({ status }: { status: string | undefined }) {
  if (status)
    return (
      <Empty
        action={
          <Button component={Link} to="/me/skills" variant="outlined">
            Show every skill
          </Button>
        }
      >
        No skill of yours is {status}.
      </Empty>
    );
  return (
    <Empty action={<ImportLink />}>
      Skills will be listed here once you import one. An import reads a public SKILL.md, checks it and keeps it as a
      private draft: its text is data, and nothing in it is run. Give its address right here with “Import skill”, or let
      your agent do it through <code>POST /api/workflow/agent-skills</code> with a token of yours.
    </Empty>
  );
}

const COLUMNS: Column<SkillLine>[] = [
  { label: 'Skill', cell: ({ id, name }) => <Link to={`/me/skills/${id}`}>{name}</Link> },
  {
    label: 'What for',
    cell: ({ description }) => (
      <Box sx={{ display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' }}>
        <Shown text={description} />
      </Box>
    ),
  },
  { label: 'Status', cell: ({ status }) => <SkillStatusChip status={status} /> },
  { label: 'Found', cell: ({ riskCounts }) => <RiskChip counts={riskCounts} /> },
  { label: 'Source read', cell: (skill) => <SourceRead {...skill} /> },
  { label: 'From', cell: ({ finalUrl }) => hostOf(finalUrl) },
];

function SourceRead({ verifiedAt, checkedAt }: Pick<SkillLine, 'verifiedAt' | 'checkedAt'>) {
  const later = checkedAt !== null && checkedAt !== verifiedAt;
  return (
    <>
      {verifiedAt && (
        <div>
          verified <TimeAgo at={verifiedAt} />
        </div>
      )}
      {later && (
        <div>
          checked <TimeAgo at={checkedAt} />
        </div>
      )}
    </>
  );
}

/** What keeps a skill from its way, where something does. */
function detailOf({ suspendedReason, checkFailure }: SkillLine) {
  const notice = suspendedReason
    ? `Suspended: ${suspendedReason}`
    : checkFailure && `At the last check: ${checkFailure}`;
  return notice ? (
    <Box sx={{ color: 'var(--muted)' }}>
      <Shown text={notice} />
    </Box>
  ) : null;
}
