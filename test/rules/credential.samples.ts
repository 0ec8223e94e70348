import { pick } from './event.builder.js';

/** Glued together while running, so that no scanner of source code takes a sample for a leak. */
const glue = (...parts: string[]): string => parts.join('');
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digits = '0123456789';
const letters = upper + lower;
const base62 = letters + digits;

type Random = () => number;
export const run = (random: Random, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)] ?? 'a').join('');
const between = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));

const pem = (random: Random, header: string): string =>
  glue('-----BEGIN', ' ', header, '-----\nMII', run(random, `${base62}+/`, 200), '\n-----END', ' ', header, '-----');
const uri = (random: Random, scheme: string): string =>
  glue(
    scheme,
    ':',
    '//',
    run(random, base62, between(random, 2, 60)),
    ':',
    run(random, base62, between(random, 6, 150)),
    '@db.host.io/x',
  );

/** For each rule of the package, texts that it reports; each call makes another one. */
export const samples: Record<string, ((random: Random) => string)[]> = {
  aws: [
    (random) =>
      glue(
        pick(random, ['AWS_', 'aws_', '']),
        'SECRET_',
        'ACCESS_KEY',
        pick(random, ['=', ' : ', ' => "']),
        run(random, base62, 40),
      ),
    (random) => glue('Secret', 'Access', 'Key = ', run(random, base62, 40)),
  ],
  gcp: [
    (random) => JSON.stringify({ private_key_id: 'x', private_key: pem(random, 'PRIVATE KEY') }),
    () => glue(' {"private\\u005fkey_id":1,"private_key":"\\u002d---', '-BEGIN PRIVATE KEY"}'),
  ],
  privatekey: [
    (random) =>
      pem(
        random,
        pick(random, [
          'RSA PRIVATE KEY',
          'PRIVATE KEY',
          'EC PRIVATE KEY',
          'OPENSSH PRIVATE KEY',
          'PGP PRIVATE KEY BLOCK',
        ]),
      ),
  ],
  npm: [
    (random) => glue('npm', '_', run(random, `${base62}_`, 36)),
    (random) =>
      glue('https:', '//', run(random, `${base62}.%~`, between(random, 1, 256)), ':x-oauth', '-basic@github.com/a'),
    () => glue('_auth', 'Token=', 'abc'),
  ],
  basicauth: [(random) => uri(random, pick(random, ['http', 'https', 'ftp']))],
  'database-connection-string': [
    (random) => uri(random, pick(random, ['mongodb', 'mongodb+srv', 'MySQL', 'mysqlx', 'postgres', 'POSTGRESQL'])),
    () => glue('postgres:', '//a"b:c"d\\e\u0001f@h'),
  ],
  slack: [
    (random) =>
      glue(
        'xox',
        pick(random, ['b', 'p', 'a', 'o', 'r']),
        '-',
        run(random, digits, between(random, 1, 40)),
        '-',
        run(random, base62, between(random, 1, 40)),
      ),
    () => glue('xapp', '-1-A-b'),
    () => glue('xox', 'b-a-b'),
    (random) =>
      glue(
        'HTTPS:',
        '//hooks.Slack.com/services/T',
        run(random, base62, 8),
        '/B',
        run(random, base62, 8),
        '/',
        run(random, base62, 24),
      ),
  ],
  sendgrid: [
    (random) => glue('SG', '.', run(random, base62, 22), '.', run(random, base62, 43)),
    (random) => glue('SG', '.', run(random, base62, 22), '.', run(random, base62, 20), '-', run(random, base62, 22)),
  ],
  shopify: [
    (random) => glue('shp', pick(random, ['pa', 'ca', 'at', 'ss']), '_', run(random, base62, between(random, 32, 64))),
  ],
  github: [
    (random) => glue('gh', pick(random, ['p', 'o', 'u', 's', 'r']), '_', run(random, `${base62}_`, 36)),
    (random) => glue('github', '_pat_', run(random, `${base62}_`, 82)),
  ],
  gitlab: [(random) => glue('glpat', '-', run(random, `${base62}_-`, between(random, 20, 128)))],
  grafana: [
    (random) => glue('glc', '_', run(random, `${base62}+/`, between(random, 32, 400))),
    (random) => glue('glsa', '_', run(random, base62, 32), '_', run(random, 'abcdef0123456789', 8)),
  ],
  openai: [
    (random) =>
      glue(
        'sk-',
        pick(random, ['proj', 'svcacct', 'admin']),
        '-',
        run(random, `${base62}_-`, 74),
        'T3Blbk',
        'FJ',
        run(random, base62, 74),
      ),
    (random) => glue('sk-', run(random, base62, 20), 'T3Blbk', 'FJ', run(random, base62, 20)),
  ],
  anthropic: [(random) => glue('sk-', 'ant-api03-', run(random, `${base62}_-`, between(random, 90, 128)), 'AA')],
  groq: [(random) => glue('gsk', '_', run(random, base62, 52))],
  huggingface: [(random) => glue('hf', '_', run(random, letters, 34))],
  linear: [(random) => glue('lin', '_api_', run(random, base62, between(random, 32, 128)))],
  notion: [(random) => glue('ntn', '_', run(random, digits, 11), run(random, base62, 35))],
  '1password': [
    (random) =>
      glue('ops', '_', Buffer.from(JSON.stringify({ email: run(random, lower, 99), x: { a: '' } })).toString('base64')),
  ],
  'hashicorp-vault': [
    (random) => glue('hv', pick(random, ['s', 'r']), '.', run(random, `${base62}_-`, between(random, 90, 120))),
    (random) => glue('hvb', '.', run(random, `${base62}_-`, between(random, 138, 300))),
  ],
  vercel: [
    (random) => glue('vc', pick(random, ['p', 'i', 'a', 'r', 'k']), '_', run(random, base62, between(random, 20, 60))),
  ],
  databricks: [(random) => glue('da', 'pi', run(random, 'abcdef0123456789', 32))],
  docker: [(random) => glue('dckr', '_pat_', run(random, `${base62}_-`, 27))],
  figma: [(random) => glue('figd', '_', run(random, `${base62}_-`, between(random, 40, 200)))],
};

/** Texts that our own table refuses. */
export const ownSamples: ((random: Random) => string)[] = [
  (random) => glue('dai', '_', run(random, base62, 36)),
  (random) => glue('dtk', '_', run(random, base62, 36)),
  (random) => glue('dae', '_', run(random, base62, 36)),
  () => glue('-----BEGIN', ' RSA PRIVATE KEY-----'),
  () => glue('AK', 'IAIOSFODNN7EXAMPLE'),
  (random) => glue('AS', 'IA', run(random, upper, 16)),
  (random) =>
    glue('ey', 'J', run(random, base62, 30), '.ey', 'J', run(random, base62, 40), '.', run(random, base62, 43)),
  (random) => glue('sk-', 'proj-', run(random, base62, 48)),
  (random) => glue('sk_', 'live_', run(random, base62, 24)),
  (random) => glue('AI', 'za', run(random, base62, 35)),
  (random) => glue('tv', 'ly-', run(random, base62, 32)),
];

/** Texts of everyday events that must pass. */
export const harmless: readonly string[] = [
  '0192f1d4-6a3e-7c1f-9b2d-5e8f7a6b1c2d',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'ff15bc0c20c4aa6cd50854ff165fd265c838e5405bfeb9571066395b8c9da449',
  '01HZXW5E7Q9P3VABCDEFGHJKMN',
  'Please rotate your password and your API token before Friday.',
  'https://docs.example/guide?step=2#top',
  'https://example.org:8443/path, mail ann@example.org',
  'mailto:ann@example.org',
  'postgres://localhost/app',
  'https://${USER}:${PASSWORD}@host.example/x',
  'npm_config_registry',
  'self_hf_test and ghp_short and xoxb',
  'the task-0123456789abcdef0123456789abcdef was done',
  '-----BEGIN CERTIFICATE-----',
  'ASIA20261118000012345678',
  'dtk_…abcd',
  'arn:aws:s3:::bucket/key',
  'MSG.READY.now',
  'eyJhbGciOiJub25lIn0',
  '{"private_key_id":"abc","note":"caf\\u00e9"}',
];
