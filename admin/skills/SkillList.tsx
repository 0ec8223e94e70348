import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { hostOf } from '../components/address.js';
import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { State } from '../components/StateChip.js';
import { labelOf } from '../components/states.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { SkillLine } from '../providers/generated/operations.js';
import { RiskChip } from './RiskChip.js';
import { Shown } from './Shown.js';
import { SKILL_STATUSES } from './skill.labels.js';

const FILTERS = [
  {
    source: 'status',
    label: 'State',
    every: 'Every state',
    choices: SKILL_STATUSES.map((one) => [one, labelOf('skill', one)] as const),
  },
];

/** The skills that this person has imported, and how far each has come. */
export function SkillList() {
  return (
    <ListPage<SkillLine>
      title="Skills"
      about="SKILL.md files that you imported to read, check and perhaps publish. Yours alone until you publish one."
      create={
        <Button component={Link} to="/me/skills/import" variant="contained">
          Import skill
        </Button>
      }
      columns={COLUMNS}
      filters={FILTERS}
      search="Search skills"
      sort={{ field: 'updated', order: 'DESC' }}
      empty={{
        text: 'Skills will be listed here once you or your agent import one, each as a private draft.',
      }}
    />
  );
}

/** The obstacle of a skill, where there is one. */
const noticeOf = ({ suspendedReason, checkFailure }: SkillLine): string | null =>
  suspendedReason ? `Suspended: ${suspendedReason}` : checkFailure && `At the last check: ${checkFailure}`;

const COLUMNS: readonly DataColumn<SkillLine>[] = [
  { source: 'name', sortable: true, label: 'Skill', cell: ({ name }) => name },
  {
    source: 'status',
    sortable: true,
    label: 'State',
    cell: ({ status }) => <State of="skill" is={status} />,
    card: 'state',
  },
  {
    source: 'notice',
    label: 'Notice',
    cell: (skill) => <Text text={noticeOf(skill)} />,
    text: noticeOf,
    card: 'fact',
  },
  { source: 'description', label: 'What for', cell: ({ description }) => <Text text={description} /> },
  {
    source: 'risk',
    sortable: true,
    label: 'Found',
    cell: ({ riskCounts }) => <RiskChip counts={riskCounts} />,
    whole: true,
    text: ({ riskCounts }) => JSON.stringify(riskCounts),
  },
  {
    source: 'verifiedAt',
    label: 'Source read',
    cell: (skill) => <SourceRead {...skill} />,
    text: ({ checkedAt, verifiedAt }) => checkedAt ?? verifiedAt,
  },
  {
    source: 'from',
    label: 'From',
    cell: ({ finalUrl }) => hostOf(finalUrl),
    text: ({ finalUrl }) => finalUrl,
    hidden: true,
  },
];

const Text = ({ text }: { text: string | null }) =>
  text && (
    <span title={text}>
      <Shown text={text} />
    </span>
  );

/** When the source was last read, and whether it was then what was imported. */
function SourceRead({ verifiedAt, checkedAt }: Pick<SkillLine, 'verifiedAt' | 'checkedAt'>) {
  if (checkedAt !== null && checkedAt !== verifiedAt)
    return (
      <>
        checked <TimeAgo at={checkedAt} />
      </>
    );
  return (
    verifiedAt && (
      <>
        verified <TimeAgo at={verifiedAt} />
      </>
    )
  );
}
