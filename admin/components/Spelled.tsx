import { Fragment } from 'react';

/** Longer pieces wouldn't fit the narrowest column in one line. */
const UNBROKEN_MAX = 24;
/** Separators of an address, after which a line may end. */
const PIECE = /[^./@?&=#:]*[./@?&=#:]*/g;

const isAddress = (text: string): boolean => !/\s/.test(text) && /[^.]\.[^.]|@|:\/\//.test(text);

/**
 * A text in which an address is broken only after its separators: a line that ends inside a name, or at its hyphen, makes two domains look
 * alike. Any other text is as it was.
 */
export function Spelled({ text }: { text: string }) {
  if (!isAddress(text)) return text;
  const pieces = text.match(PIECE) ?? [];
  return pieces.map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece.length > UNBROKEN_MAX ? piece : <span style={{ whiteSpace: 'nowrap' }}>{piece}</span>}
    </Fragment>
  ));
}
