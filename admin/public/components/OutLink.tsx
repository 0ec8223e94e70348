import type { ReactNode } from 'react';
import { addressOf, httpsOf } from '../texts.js';
import { Icon } from './Icon.js';

const REL = 'nofollow ugc noopener';

/** A link that another user wrote: https alone, and nothing of this site vouches for it; any other address is text. */
export function OutLink({ to, title, children }: { to: string; title?: string; children: ReactNode }) {
  const href = httpsOf(to);
  if (href === null) return <span title={title}>{children}</span>;
  return (
    <a href={href} title={title} rel={REL}>
      <Leaving>{children}</Leaving>
    </a>
  );
}

/** A tracked link of this deployment, which counts one anonymous open and leads to the provider. */
export function TrackedLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <a href={to} className={className} rel={REL} title="Counts one anonymous open and leads to the provider">
      <Leaving>{children}</Leaving>
    </a>
  );
}

/** The mark of a link that leaves stays on the line of its last word. */
const Leaving = ({ children }: { children: ReactNode }) => (
  <span>
    {children}
    <span className="leaving">
      {'\u2060'}
      <Icon name="out" />
    </span>
  </span>
);

/** Another user's sentence, in which https addresses can be followed. */
export const Linked = ({ text }: { text: string }) =>
  text.split(/(https:\/\/[^\s,;]+)/).map((part, index) =>
    index % 2 === 1 ? (
      <OutLink key={part} to={part}>
        {addressOf(part)}
      </OutLink>
    ) : (
      part
    ),
  );
