import { formatDay } from '../components/Day.js';
import { useNow } from '../components/useNow.js';
import { useDai } from '../providers/data.js';
import type { Connection } from '../providers/data.usage.js';
import { ConnectionDecision } from './ConnectionDecision.js';
import { CONSENT_DAYS, endAfter } from './consent.js';

/** Gives the consent to share receipts of a tool, for the first time or again. */
export function ConnectButton({ connection, primary = false }: { connection: Connection; primary?: boolean }) {
  const { tool, state, vendorOrganizationLinked } = connection;
  const dai = useDai();
  const now = useNow();
  return (
    <ConnectionDecision
      connection={connection}
      label={state === 'none' ? 'Connect' : 'Connect again'}
      primary={primary}
      title={`Share receipts of ${tool.name} with its vendor`}
      consequences={[
        vendorOrganizationLinked
          ? `What your agents report about ${tool.name} from now on goes to its vendor too, under a pseudonym: the kind of use, whether it succeeded, how long it took and what it cost.`
          : `No vendor of ${tool.name} is linked here, so no vendor receives anything yet. Once one is, it gets what your agents report from then on, under a pseudonym: the kind of use, whether it succeeded, how long it took and what it cost.`,
        'Who you are, your projects and your prompts are never shared. Receipts from before stay yours alone.',
        `It ends by itself after ${CONSENT_DAYS} days, on ${formatDay(endAfter(now))}, unless you renew it here. No agent and no receipt can.`,
        'You can revoke it at once, at any time; what was delivered by then stays with the vendor.',
      ]}
      actionLabel={`Connect ${tool.name}`}
      done={`${tool.name} is connected.`}
      decide={() => dai.connectTool({ toolSlug: tool.slug })}
    />
  );
}
