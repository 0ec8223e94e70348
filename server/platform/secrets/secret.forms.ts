/** Text between a scheme and an `@` that holds a colon. */
const userAndPassword = String.raw`:\/\/[^:\/\s]+:[^@\/\s]+@`;

/**
 * One thing that a rule of `@secretlint/secretlint-rule-preset-recommend` 12.0.0 needs before it can report: every match of the rule
 * contains it. `anchor` is a regular expression in linear time, so that one look at a text can say that no rule applies.
 */
export interface Anchor {
  /** The rule, without `@secretlint/secretlint-rule-`. */
  rule: string;
  anchor: string;
  /** The file that the rule is told to read, where it cares. */
  file?: string;
  /** The rule looks at `name=value`: the value of a member is then read together with its name. */
  withMemberName?: true;
  /** Characters before and after the anchor that a match can reach: bounds what a rule with costly backtracking gets to read. */
  reach?: readonly [before: number, after: number];
  /** The anchor stands in ordinary text too: many of them say nothing. Of the other kinds, more than a few in one text are refused. */
  common?: true;
}

/**
 * Read off every rule of the package: prefix and shortest run of each form. The anchors are no rules: what they find, the package judges.
 * A test fails when the package gains a rule that this table does not name.
 */
export const anchors: readonly Anchor[] = [
  {
    rule: 'aws',
    anchor: '(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)',
    withMemberName: true,
    common: true,
  },
  { rule: 'gcp', anchor: String.raw`private_key_id|\\u00`, common: true },
  { rule: 'privatekey', anchor: '-----BEGIN', common: true },
  { rule: 'npm', anchor: 'npm_[A-Za-z0-9_]{36}' },
  { rule: 'npm', anchor: ':x-oauth-basic@github', reach: [272, 32] },
  { rule: 'npm', anchor: '_authToken', file: '.npmrc', withMemberName: true, common: true },
  { rule: 'basicauth', anchor: userAndPassword, common: true },
  { rule: 'database-connection-string', anchor: userAndPassword, common: true },
  { rule: 'slack', anchor: '(?:xox[bpaor]|xapp)-[A-Za-z0-9]{1,40}-[A-Za-z0-9]' },
  { rule: 'slack', anchor: String.raw`(?i:https:\/\/hooks\.slack\.com\/services\/t)` },
  { rule: 'sendgrid', anchor: String.raw`SG\.(?=[\w.-]{66}(?!\w))`, reach: [2, 72] },
  { rule: 'shopify', anchor: 'shp(?:pa|ca|at|ss)_[A-Za-z0-9]{32}' },
  { rule: 'github', anchor: 'gh[pousr]_[A-Za-z0-9_]{36}|github_pat_[A-Za-z0-9_]{82}' },
  { rule: 'gitlab', anchor: String.raw`glpat-[\w-]{20}` },
  { rule: 'grafana', anchor: 'glc_[A-Za-z0-9+/]{32}|glsa_[A-Za-z0-9]{32}_' },
  { rule: 'openai', anchor: 'T3BlbkFJ', reach: [96, 96] },
  { rule: 'anthropic', anchor: String.raw`sk-ant-api0\d-[\w-]{90}` },
  { rule: 'groq', anchor: 'gsk_[A-Za-z0-9]{52}' },
  { rule: 'huggingface', anchor: 'hf_[A-Za-z]{34}' },
  { rule: 'linear', anchor: String.raw`lin_api_\w{32}` },
  { rule: 'notion', anchor: 'ntn_[0-9]{11}' },
  { rule: '1password', anchor: 'ops_ey[A-Za-z0-9+/=]{100}' },
  { rule: 'hashicorp-vault', anchor: String.raw`hv[bsr]\.[\w-]{90}` },
  { rule: 'vercel', anchor: 'vc[piark]_[A-Za-z0-9]{20}' },
  { rule: 'databricks', anchor: 'dapi[A-Fa-f0-9]{32}' },
  { rule: 'docker', anchor: String.raw`dckr_pat_[\w-]{27}` },
  { rule: 'figma', anchor: String.raw`figd_[\w-]{40}` },
];

/**
 * Left out on purpose: its `secretlint-disable` comments serve people who keep source code; in an event they would let the caller switch
 * the scan off.
 */
export const ruleLeftOut = 'filter-comments';

/** A form that is refused without asking the package; its boundary stands behind its prefix, so that most texts cost one comparison. */
export interface OwnForm {
  kind: string;
  form: string;
}

/**
 * Our own tokens, and the forms that the package's rules for source code let pass or don't know: a private key's header with no or a
 * shortened body, access key ids (the documentation's sample key among them), signed web tokens, some providers' prefixes. Each is a
 * published prefix or frame; none guesses from how random a text looks.
 */
export const ownForms: readonly OwnForm[] = [
  { kind: 'our own token', form: 'd(?:ai|tk|ae)_[0-9A-Za-z]{36}' },
  { kind: 'private key', form: '-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY' },
  {
    kind: 'AWS access key id',
    form: String.raw`(?:AKIA(?<!\wAKIA)[A-Z0-9]{16}|A(?:SIA|BIA|CCA)(?<!\wA...)[A-Z2-7]{16})\b`,
  },
  { kind: 'signed web token', form: String.raw`eyJ(?<![\w-]eyJ)[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10}` },
  {
    kind: 'model provider key',
    form: String.raw`sk-(?<![A-Za-z0-9]sk-)(?:(?:proj|svcacct|admin|ant|or)-[\w-]{20}|[A-Za-z0-9]{32})`,
  },
  { kind: 'payment provider key', form: '[rs]k_(?:live|test)_[A-Za-z0-9]{16}|whsec_[A-Za-z0-9+/]{24}' },
  { kind: 'Google key', form: String.raw`AIza(?<!\wAIza)[\w-]{35}|ya29\.(?<!\wya29.)[\w-]{20}` },
  { kind: 'search provider key', form: String.raw`tvly-(?<!\wtvly-)[\w-]{20}` },
];
