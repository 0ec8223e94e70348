import { useGetList } from 'react-admin';
import { useScope } from '../components/useScope.js';
import type { Member } from '../team/MemberActions.js';
import { mayChangeAs, useMayChange } from '../workspace/useMayChange.js';

/** Enough for the owners and admins of a company. */
const MEMBERS_MAX = 100;
const NAMED_MAX = 5;

/** Says who may ask for the paid plan, and whom they ask. */
export function AskForPlan({ wanted = 'the paid plan' }: { wanted?: string }) {
  const mayAsk = useMayChange();
  const { data = [] } = useGetList<Member>('members', {
    pagination: { page: 1, perPage: MEMBERS_MAX },
    meta: useScope(),
  });
  const names = data.filter(({ role }) => mayChangeAs(role)).map(({ name }) => name);
  const operator = 'the operator of this service, who grants it; there is no payment in the workspace';
  if (mayAsk)
    return (
      <>
        You can ask for {wanted}: write to {operator}.
      </>
    );
  return (
    <>
      An owner or admin of your organization can ask for {wanted}
      {names.length > 0 && ` (${names.slice(0, NAMED_MAX).join(', ')}${names.length > NAMED_MAX ? ' and others' : ''})`}
      . They write to {operator}.
    </>
  );
}
