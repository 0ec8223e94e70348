import { FundingStage } from '../providers/generated/operations.js';

/** Facts about a company; the names are the service's own. An absent fact is not known, never assumed. */
export interface Facts {
  readonly companyAgeMonths?: number;
  readonly fundingStage?: FundingStage;
  readonly fundingRaisedUsd?: number;
  readonly annualRevenueUsd?: number;
  readonly employees?: number;
  readonly country?: string;
  readonly partners?: readonly string[];
  readonly newCustomer?: boolean;
  readonly incorporated?: boolean;
  readonly hasWebsite?: boolean;
  readonly companyEmail?: boolean;
  readonly aiProduct?: boolean;
  readonly openSource?: boolean;
  readonly nonprofit?: boolean;
  readonly student?: boolean;
}
export type FactName = keyof Facts;

/** How a fact is asked for. */
export type FactField =
  | { readonly name: FactName; readonly as: 'number'; readonly label: string; readonly unit: string }
  | { readonly name: FactName; readonly as: 'choice'; readonly label: string; readonly choices: readonly Choice[] }
  | { readonly name: FactName; readonly as: 'names'; readonly label: string; readonly hint: string }
  | { readonly name: FactName; readonly as: 'flag'; readonly label: string };
type Choice = readonly [value: string, label: string];

const STAGES: Readonly<Record<FundingStage, string>> = {
  bootstrapped: 'bootstrapped',
  pre_seed: 'pre-seed',
  seed: 'seed',
  series_a: 'Series A',
  series_b: 'Series B',
  later: 'later',
};

/** The countries of ISO 3166-1, by their two letters. */
const COUNTRY_CODES =
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GI GL GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PR PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS YE ZA ZM ZW';
const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const COUNTRIES: readonly Choice[] = COUNTRY_CODES.split(' ')
  .map((code): Choice => [code, countryNames.of(code) ?? code])
  .sort(([, one], [, other]) => one.localeCompare(other, 'en'));

/** The facts in the order in which they are asked: those that decide the most offers come first. */
export const FACT_FIELDS: readonly FactField[] = [
  { name: 'companyAgeMonths', as: 'number', label: 'Company age', unit: 'months' },
  { name: 'fundingStage', as: 'choice', label: 'Funding stage', choices: Object.entries(STAGES) },
  { name: 'fundingRaisedUsd', as: 'number', label: 'Funding raised', unit: 'USD' },
  { name: 'employees', as: 'number', label: 'Employees', unit: 'people' },
  { name: 'annualRevenueUsd', as: 'number', label: 'Annual revenue', unit: 'USD' },
  { name: 'country', as: 'choice', label: 'Country', choices: COUNTRIES },
  { name: 'partners', as: 'names', label: 'Partners', hint: 'Accelerators, investors' },
  { name: 'newCustomer', as: 'flag', label: 'New to the provider' },
  { name: 'incorporated', as: 'flag', label: 'Incorporated' },
  { name: 'hasWebsite', as: 'flag', label: 'Has a website' },
  { name: 'companyEmail', as: 'flag', label: 'Company e-mail address' },
  { name: 'aiProduct', as: 'flag', label: 'Builds an AI product' },
  { name: 'openSource', as: 'flag', label: 'Open source project' },
  { name: 'nonprofit', as: 'flag', label: 'Nonprofit' },
  { name: 'student', as: 'flag', label: 'Student' },
];

const fieldOf = (name: string): FactField | undefined => FACT_FIELDS.find((field) => field.name === name);

/** A fact's name in people's words; one that only a newer service knows is shown as it came. */
export function labelOfFact(name: string): string {
  const label = fieldOf(name)?.label ?? name;
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** A fact's value in people's words: "8 months", "$500,000", "Germany", "yes". */
export function formatValue(field: FactField, value: Facts[FactName] | readonly string[] | null): string {
  switch (field.as) {
    case 'number': {
      const figure = Number(value).toLocaleString('en-US');
      return field.unit === 'USD' ? `$${figure}` : `${figure} ${field.unit}`;
    }
    case 'choice':
      return field.choices.find(([one]) => one === value)?.[1] ?? String(value);
    case 'names':
      return [value ?? []].flat().join(', ') || 'none';
    case 'flag':
      return value ? 'yes' : 'no';
  }
}

/** One given fact with its name, such as "company age 8 months". */
export function describeFact(name: FactName, facts: Facts): string {
  const field = fieldOf(name);
  const value = facts[name];
  if (!field || value === undefined) return '';
  return `${labelOfFact(name)}${field.as === 'flag' ? ':' : ''} ${formatValue(field, value)}`;
}

/** Reads facts back from text; whatever does not fit its field is left out, since it may have been edited by hand. */
export function readFacts(text: string | null): Facts {
  const given = parseObject(text);
  const known = FACT_FIELDS.flatMap((field) => {
    const value = given[field.name];
    return fits(field, value) ? [[field.name, value]] : [];
  });
  return Object.fromEntries(known);
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function fits(field: FactField, value: unknown): boolean {
  switch (field.as) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && value >= 0;
    case 'choice':
      return field.choices.some(([choice]) => choice === value);
    case 'names':
      return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '');
    case 'flag':
      return typeof value === 'boolean';
  }
}
