/** A title of the lexicon inside a sentence: `Payments` is "payments"; `SMS` and `GraphQL` stay. */
export const inSentence = (title: string): string =>
  /^\p{Lu}[\p{Ll}-]*(?:\s|$)/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
