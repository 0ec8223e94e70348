import { TimeUntil } from '../components/TimeUntil.js';

const FORM = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** When an approval ends: the local time, and how long that is from now. */
export function ApprovalEnd({ at }: { at: string }) {
  return (
    <>
      {FORM.format(new Date(at))} (<TimeUntil at={at} />)
    </>
  );
}
