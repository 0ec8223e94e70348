/** An error of the contract on a field; the pointer is its name in the form. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

const LABELS: Readonly<Record<string, string>> = {
  toolSlug: 'Tool in the directory',
  tool: 'New tool',
  docsUrl: 'Documentation',
  url: 'Address',
  toolSlugs: 'Tools in the directory',
  rulesUrl: 'Rules',
  termsUrl: 'Terms',
  valueText: 'Value in words',
  amountCents: 'Value in cents',
  startsAt: 'Begins',
  endsAt: 'Ends',
  submissionsDueAt: 'Projects are due',
  productId: 'Product',
  cdpName: 'Customer data platform',
  via: 'How events are sent',
  id: 'Id',
  fields: 'What is submitted',
};

/** The label of a contract's field. */
export const labelOf = (name: string): string =>
  LABELS[name] ??
  `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)}`;

/** The server's message begins with the field's name in the contract; a reader knows the field by its label. */
export function sentenceOf({ pointer, detail }: FieldError): string {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  const sentence = detail.startsWith(`${name} `) ? labelOf(name) + detail.slice(name.length) : detail;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** The element of a field. */
export const idOf = (pointer: string): string => `f${pointer.replaceAll('/', '-')}`;
