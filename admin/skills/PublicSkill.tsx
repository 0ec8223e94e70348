import { useGetOne } from 'react-admin';
import { useParams } from 'react-router-dom';
import { Fact } from '../components/Facts.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { ReadPublishedSkillAnswer } from '../providers/generated/operations.js';
import { problemOf } from '../providers/problem.js';
import { PublicAddress } from '../workspace/PublicAddress.js';
import { useSession } from '../workspace/useSession.js';
import { InstallHint } from './InstallHint.js';
import { NoSuchSkill } from './NoSuchSkill.js';
import { Shown } from './Shown.js';
import { SkillReading } from './SkillReading.js';
import { SuspendButton } from './SuspendButton.js';

type PublishedSkill = ReadPublishedSkillAnswer['publishedSkill'];

/** A published skill for a reviewer, who may take it out of the public here; any other reader is led to its public page. */
export function PublicSkill() {
  const { skillId = '' } = useParams();
  const skill = useGetOne<PublishedSkill>('published-skills', { id: skillId }, { retry: false });
  const session = useSession();
  const reviewer = session?.person.reviewer === true;
  if (session !== undefined && !reviewer) return <PublicAddress under="/s" />;
  if (skill.error && [400, 404].includes(problemOf(skill.error).status))
    return (
      <NoSuchSkill to="/directory" label="Open the directory">
        No published skill has this address. It may be mistyped, or the skill is not public any more.
      </NoSuchSkill>
    );
  return (
    <Page
      title={skill.data?.name ?? 'Skill'}
      where="Skills"
      summary={skill.data && <Shown text={skill.data.description} />}
      action={
        reviewer &&
        skill.data && <SuspendButton skillId={skillId} name={skill.data.name} onReload={() => void skill.refetch()} />
      }
    >
      <QueryState query={skill} what="skill" rows={10}>
        {(record) => (
          <>
            <InstallHint skill={record} />
            <SkillReading
              skill={record}
              validation={null}
              findings={record.risk.findings}
              facts={
                <>
                  <Fact label="Verified">
                    <TimeAgo at={record.verifiedAt} />
                  </Fact>
                  <Fact label="Published">
                    <TimeAgo at={record.publishedAt} />
                  </Fact>
                </>
              }
            />
          </>
        )}
      </QueryState>
    </Page>
  );
}
