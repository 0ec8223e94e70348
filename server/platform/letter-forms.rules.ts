/**
 * Letters that a reader takes for one of ours and Unicode's own table of look-alikes leaves alone: small capitals, letters of phonetic
 * alphabets and those with a hook, a stroke or turned round, letters of other scripts drawn like ours, and signs of currencies.
 */
const FORMS: Readonly<Record<string, string>> = {
  a: 'ᴀɐɒᶏꬰꭤⱯⱥȺⲁᗩ₳Λ',
  b: 'ʙᴃᵬᶀꞗɃƀⲃᗷ฿₿',
  c: 'ꞓꞔɕƈʗᕮᑕ₵¢',
  d: 'ᴅᴆᵭᶁᶑȡꝺꟈᗪ',
  e: 'ᴇɘǝəɛɚᴈⱸⱻᶒᶓꬲꬳꬴⲉᗴƐƎƏ€',
  f: 'ꜰᶂꝼꬵꟻⅎᖴ₣',
  g: 'ɢʛᶃᵷᵹꞡꬶᘜ₲',
  h: 'ʜꜧɧⱨⱶɥⲏᕼ',
  i: 'ᴉᶖꞽⲓᎥᏆ',
  j: 'ᴊȷɟʄᒍ',
  k: 'ᴋĸᶄꝁꝃꝅꞣⱪʞⲕᛕ₭',
  l: 'ʟᴌȴɬⱡꝇꝉᶅꞎꬷꬸꬹɭᒪ£',
  m: 'ᴍʍɯɰᶆꬺⲙᗰ₥',
  n: 'ɴᴎȵᶇꞑꞥŋꬻⲛᑎ₦',
  o: 'ᴏᴐᴒᴓɔⱺꝋꝍᶗⲟᝪ',
  p: 'ᴘᵱᶈꝑꝓꝕⲣᑭꟼ₱',
  q: 'ꞯʠɋꝗꝙᑫ',
  r: 'ᴙᴚɹɺɻɾɿʁᵳᶉꞃꞧꭉꭊꭋᖇᖆ',
  s: 'ᶊȿꞅꞩꟊꟍⲋᔕ₴$',
  t: 'ᴛȶʇƫꞇⲧ₮',
  u: 'ᴝᴞᶙʊᵿꭐꭑᑌ',
  v: 'ᴧʌⱱⱴᶌꝟỽᐯ',
  w: 'ⱳꟺᗯ₩',
  x: 'ᶍꭖꭗꭘꭙⲭ᙭',
  y: 'ʎꭚỿⲩᖻ¥',
  z: 'ᶎɀⱬʑⲍᘔ',
};

/** Letters of other alphabets that resemble ours less, which rule sets before the eighth told apart. */
const FOREIGN_FORMS: Readonly<Record<string, string>> = {
  d: 'ժ',
  e: 'є',
  f: 'ғ',
  k: 'ҝ',
  n: 'ип',
  p: 'þƿ',
  r: 'я',
  s: 'ᔑꭶƨʃ',
  u: 'ц',
  w: 'шω',
  x: 'ж',
  y: 'ч',
};

/** Letters in a circle or a square, white on black, and those that flags are written with: each block is a whole alphabet. */
const ALPHABETS_FROM = [0x1f150, 0x1f170, 0x1f1e6];
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

const inBothCases = (table: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(table).flatMap(([letter, forms]) =>
    [...forms].flatMap((form): [string, string][] => [
      [form.toUpperCase(), letter],
      [form.toLowerCase(), letter],
      [form, letter],
    ]),
  );

/** Each such letter of another alphabet with ours. */
export const foreignForms: ReadonlyMap<string, string> = new Map(inBothCases(FOREIGN_FORMS));

/** Each such letter with ours, also by its capital. */
export const letterForms: ReadonlyMap<string, string> = new Map([
  ...inBothCases(FORMS),
  ...ALPHABETS_FROM.flatMap((from) =>
    [...ALPHABET].map((letter, index): [string, string] => [String.fromCodePoint(from + index), letter]),
  ),
]);
