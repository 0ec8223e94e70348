/** Words by which people ask for what providers give away; "sell credits" and "usage credits" are about billing. */
const GIVEN =
  /\b(?:(?:startup|free|cloud|student|hackathon|gpu|api)\s+)*(?:credits|perks?)\b|\b(?:startup|student|education|accelerator)\s+(?:programs?|programmes?|packs?|discounts?|deals?|offers?)\b|\b(?:promo|voucher|discount)\s+codes?\b|\bfree\s+months?\b|\bmonths?\s+free\b|\bfee\s+waivers?\b|startup-guthaben|guthaben für startups|crédits (?:gratuits|pour startups)|créditos (?:gratis|para startups)|スタートアップ.{0,4}クレジット/giu;
/** Words for a lower price: about what is given away only where they name whom it is for, since shops give discounts too. */
const LOWER =
  /\b(?:discounts?|sponsor(?:s|ed|ship)?|deals?|rabatte?|remises?|descuentos?|descontos?|sconti|korting)\b/giu;
const WHOM =
  /\b(?:for\s+)?(?:startups?|start-ups|students?|non[- ]?profits?|charities|(?:open[- ]source\s+)?maintainers?|(?:pre-?)?seed[- ]stage|early[- ]stage|vereine|étudiants|estudiantes)\b/giu;
const BILLED =
  /\b(?:usage|prepaid|sell|selling|buy|buying|sold|course|carbon|user|customer|account|loyalty|accept|apply|redeem|checkout|our\s+(?:promo|voucher|discount))\b.{0,20}\b(?:credits|codes?|discounts?)\b/iu;

/** The rest of a question that asks what providers give away, such as credits for startups; null for any other question. */
export function restOfOfferQuestion(question: string): string | null {
  if (BILLED.test(question)) return null;
  const lower = question.search(WHOM) >= 0 ? question.replaceAll(LOWER, ' ') : question;
  const rest = lower.replaceAll(GIVEN, ' ');
  return rest === question ? null : rest.replaceAll(WHOM, ' ').trim();
}
