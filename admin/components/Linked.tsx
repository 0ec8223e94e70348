import { addressOf } from './address.js';
import { OutLink } from './OutLink.js';

/** An address in running text; what ends the sentence is no part of it. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}])/;

/** Text whose addresses can be opened; a tracked link says nothing to a reader, so it gets a name. */
export function Linked({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, index) => {
    // Splitting by a group leaves text and addresses in turn, so that a place is a part's identity.
    const key = `${index} ${part}`;
    if (index % 2 === 0) return <span key={key}>{part}</span>;
    return (
      <OutLink key={key} to={part}>
        {new URL(part).pathname.startsWith('/go/') ? 'the provider’s page' : addressOf(part)}
      </OutLink>
    );
  });
}
