import { runsOf } from '../../skills/hidden.runs.js';

/** Another user's text as text: hidden characters by their numbers, its direction kept to itself. */
export function Shown({ text }: { text: string }) {
  return (
    <bdi dir="ltr">
      {runsOf(text).map(({ kind, text: part }, index) =>
        kind === 'seen' ? (
          part
        ) : (
          <span key={index} className="unseen" title="A hidden character">
            {part}
          </span>
        ),
      )}
    </bdi>
  );
}
