import { useEffect } from 'react';
import { useBlocker } from 'react-admin';
import { type Control, useFormState } from 'react-hook-form';
import { DecisionDialog } from './DecisionDialog.js';

interface LeaveGuardProps {
  readonly enable?: boolean;
  /** Addresses that begin like this belong to the form. */
  readonly formRootPathName?: string;
  readonly formControl?: Control;
}

/** Asks before what was typed is lost: in a dialog of the workspace for its own pages, in the browser's for everything else. */
export function LeaveGuard({ enable = true, formRootPathName, formControl }: LeaveGuardProps) {
  const { isSubmitSuccessful, dirtyFields } = useFormState(formControl ? { control: formControl } : {});
  const isGuarded = enable && Object.keys(dirtyFields).length > 0 && !isSubmitSuccessful;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }: { currentLocation: Place; nextLocation: Place }) =>
      isGuarded && !nextLocation.pathname.startsWith(formRootPathName ?? currentLocation.pathname),
  );
  const isBlocked = blocker.state === 'blocked';
  useEffect(() => {
    // A form that was saved while the question stood has nothing to lose any more.
    if (isBlocked && !isGuarded) blocker.proceed?.();
  }, [isBlocked, isGuarded]);
  useEffect(() => {
    if (!isGuarded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isGuarded]);
  if (!isBlocked || !isGuarded) return null;
  return (
    <DecisionDialog
      title="Leave without saving?"
      consequences={['What you typed here is not saved. It is gone once you leave.']}
      actionLabel="Leave this page"
      grave
      busy={false}
      problem={null}
      onDecide={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}

interface Place {
  readonly pathname: string;
}
