/** Words by which people ask for what providers give away; "sell credits" and "usage credits" are about billing. */
const GIVEN =
  /\b(?:(?:startup|free|cloud|student|hackathon|gpu|api)\s+)*(?:credits|perks?|freebies)\b|\b(?:promo|voucher|discount)\s+codes?\b|\bfree\s+months?\b|\bmonths?\s+free\b|\bfree\s+money\b|\bfee\s+waivers?\b|startup-guthaben|guthaben|crédits|créditos|crediti|кредиты|クレジット|スタートアップ.{0,4}特典|创业.{0,3}(?:额度|优惠)|크레딧/giu;
/** Words for what is given or costs less: about what providers give away only where they name whom it is for, since shops give discounts too. */
const LESS =
  /\b(?:discounts?|sponsor(?:s|ed|ship)?|deals?|grants?|offers?|offering|programs?|programmes?|packs?|scholarships?|reduced|gives?|giveaways?|free\s+(?:plans?|licen[cs]es?|tiers?|access|accounts?|seats?)|for\s+free|rabatte?|förderung|förderprogramme?|remises?|programme?s?\s+pour|descuentos?|descontos?|sconti|korting|licen[cs]es|pricing|prices|rates)\b/giu;
const WHOM =
  /\b(?:for\s+)?(?:(?:young|new|small)\s+compan(?:y|ies)|(?:young\s+|bootstrapped\s+)?start-?ups?|founders?|students?|teachers?|educators?|schools|universit(?:y|ies)|education(?:al)?|researchers?|academics?|non-?\s?profits?|charities|ngos?|(?:open[- ]source\s+)?maintainers?|open[- ]source\s+projects?|(?:pre-?)?seed(?:[- ]stage|\s+round)?|early[- ]stage|y\s?combinator|yc(?:\s+batch)?|accelerators?|bootstrapped|studenten|vereine|étudiants|estudiantes|startups)\b/giu;
/** Acts of billing and selling, in which the same words are about the asker's own customers. */
const BILLED =
  /\b(?:usage|prepaid|sell|selling|buy|buying|sold|course|carbon|user|customer|account|loyalty|accept|apply|redeem|checkout|our\s+(?:promo|voucher|discount))\b.{0,20}\b(?:credits|codes?|discounts?)\b|\bcredits?\s+(?:cards?|scores?|checks?)\b|\b(?:build|make|create|manage|track|teach|landing\s+page|app|crm|website)\b.{0,40}\b(?:programs?|programmes?|offers?|deals?|pricing|prices|rates|licen[cs]es|grants?)\b/iu;
/** An offer for anyone who does a thing: `free for documentation sites`. */
const FREE_FOR = /\bfree\s+for\b/giu;

/** The rest of a question that asks what providers give away, such as credits for startups; null for any other question. */
export function restOfOfferQuestion(question: string): string | null {
  if (BILLED.test(question)) return null;
  const isLess = question.search(WHOM) >= 0 && question.search(LESS) >= 0;
  const lower = isLess ? question.replaceAll(LESS, ' ') : question;
  const rest = lower.replaceAll(GIVEN, ' ').replaceAll(FREE_FOR, ' for ');
  return rest === question ? null : rest.replaceAll(WHOM, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** Whom offers are for, as questions and offers write it. */
const AUDIENCES: readonly RegExp[] = [
  /\byc\b|y\s?combinator/iu,
  /\bstudents?\b|\bteachers?\b|\beducation|\buniversit|studenten|étudiants|estudiantes/iu,
  /open[- ]source|maintainers?\b/iu,
  /non-?\s?profits?|charit|\bngos?\b|vereine/iu,
  /\bresearch|academic/iu,
];

/** Those of the offers that are for whom a question names; all of them where it names no one, or none is. */
export function offersForAudience<Offer>(
  question: string,
  offers: readonly Offer[],
  textOf: (offer: Offer) => string,
): readonly Offer[] {
  const named = AUDIENCES.filter((audience) => audience.test(question));
  const fitting = offers.filter((offer) => named.some((audience) => audience.test(textOf(offer))));
  return fitting.length > 0 ? fitting : offers;
}
