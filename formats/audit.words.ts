/** The word for each verb of an action's name once it is done: the log is shown in these words, and searched by them. */
export const DONE: Readonly<Record<string, string>> = {
  approve: 'approved',
  archive: 'archived',
  assign: 'assigned',
  bootstrap: 'set up',
  comment: 'commented on',
  confirm: 'confirmed',
  create: 'created',
  delete: 'deleted',
  disable: 'switched off',
  edit: 'edited',
  enable: 'switched on',
  enter: 'entered',
  grant: 'granted',
  import: 'imported',
  invite: 'invited',
  join: 'joined',
  leave: 'left',
  list: 'listed',
  provision: 'provisioned',
  publish: 'published',
  reject: 'rejected',
  remove: 'removed',
  request: 'requested',
  revoke: 'revoked',
  role: 'role changed',
  rotate: 'rotated',
  set: 'set',
  suspend: 'suspended',
  take: 'taken',
  unlist: 'unlisted',
  update: 'updated',
  verify: 'verified',
};

/** The words that people use where the names of actions have others. */
export const THINGS: Readonly<Record<string, string>> = {
  csv_import: 'file import',
  enterprise_key: 'agent key',
  intake: 'submission',
  role: 'reviewer role',
};

/** An action of the log in people's words: `tracking_key.revoke` is "Tracking key revoked". */
export function wordsOf(action: string): string {
  const [thing = '', act = ''] = action.split('.');
  const [verb = '', ...object] = act.split('_');
  const words = DONE[verb] ? [...object, DONE[verb]] : [verb, ...object];
  const text = [THINGS[thing] ?? thing.replaceAll('_', ' '), ...words].join(' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
