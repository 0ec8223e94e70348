import Box from '@mui/material/Box';
import { useShowContext } from 'react-admin';
import { addressOf } from '../components/address.js';
import { BackTo } from '../components/BackTo.js';
import { CopyButton } from '../components/CopyButton.js';
import { Fact } from '../components/Facts.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordBase } from '../components/RecordBase.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { Skill } from '../providers/generated/operations.js';
import { problemOf } from '../providers/problem.js';
import { WHOLE } from '../providers/query-client.js';
import { NoSuchSkill } from './NoSuchSkill.js';
import { Shown } from './Shown.js';
import { SkillDecisions } from './SkillDecisions.js';
import { SkillNotices } from './SkillNotices.js';
import { SkillReading } from './SkillReading.js';
import { SkillSteps } from './SkillSteps.js';

/** One imported skill of this person: how far it has come, what it says, what was found in it, and what may be decided. */
export function SkillShow() {
  return (
    <RecordBase<Skill> query={{ meta: WHOLE }}>
      <Own />
    </RecordBase>
  );
}

function Own() {
  const { record: skill, error, refetch } = useShowContext<Skill>();
  const back = (
    <BackTo to="/me/skills" steps>
      Skills
    </BackTo>
  );
  // An id that no skill can have is no other matter than one that no skill of this person has.
  if (error && [400, 404].includes(problemOf(error).status))
    return (
      <NoSuchSkill above={back} to="/me/skills" label="Show your skills">
        You have no skill with this id. It may be mistyped, the skill may be deleted, or it belongs to another user.
      </NoSuchSkill>
    );
  return (
    <Page
      title={skill?.name ?? 'Skill'}
      where="Skills"
      above={back}
      summary={skill && <Shown text={skill.description} />}
    >
      <QueryState query={{ data: skill, error, refetch }} what="skill" rows={10}>
        {(record) => (
          <>
            <SkillSteps status={record.status} />
            <SkillNotices skill={record} />
            <SkillReading
              skill={record}
              validation={record.validation}
              findings={record.risk.findings}
              facts={<Times skill={record} />}
            />
            <SkillDecisions skill={record} onReload={() => void refetch()} />
          </>
        )}
      </QueryState>
    </Page>
  );
}

/** When what happened to it, and under which names it is known. */
function Times({ skill }: { skill: Skill }) {
  const { id, createdAt, verifiedAt, publishedAt, suspendedAt, checkedAt, publicHref } = skill;
  const times = [
    ['Imported', createdAt],
    ['Verified', verifiedAt],
    ['Published', publishedAt],
    ['Suspended', suspendedAt],
    ['Last checked', checkedAt],
  ] as const;
  return (
    <>
      {times.map(
        ([label, at]) =>
          at && (
            <Fact key={label} label={label}>
              <TimeAgo at={at} />
            </Fact>
          ),
      )}
      {publicHref && (
        <Fact label="Public at">
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            <a href={publicHref}>{addressOf(publicHref)}</a>{' '}
            <CopyButton small text={publicHref} what="public address" />
          </Box>
        </Fact>
      )}
      <Fact label="Id">
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          <code>{id}</code> <CopyButton small text={id} what="skill id" />
        </Box>
      </Fact>
    </>
  );
}
