/** The member of an enum that a text is, or null. */
export const memberOf = <Member extends string>(
  members: Readonly<Record<string, Member>>,
  text: string | null | undefined,
): Member | null => Object.values(members).find((member) => member === text) ?? null;
