/** What a link holds of a form, as JSON; longer ones are cut by programs that pass them on. */
export const LINK_BYTES_MAX = 6 * 1024;

/** The address of a kind's form whose fragment fills it in, or null where a link can't hold that much. */
export function formLink(workspaceUrl: string, { kind, ...members }: { readonly kind: string }): string | null {
  const filled = Buffer.from(JSON.stringify(members));
  return filled.length > LINK_BYTES_MAX
    ? null
    : `${workspaceUrl}/submit/${kind}#filled=${filled.toString('base64url')}`;
}
