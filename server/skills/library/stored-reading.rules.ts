import type { SkillReading } from '../reading.types.js';
import type { RiskCounts, SkillRisk, SkillValidation } from './skill.types.js';

/** What is kept of a reading beside name, description, digest and content, which have columns of their own. */
export interface StoredReading extends Omit<SkillReading, 'name' | 'description' | 'digest' | 'content'> {
  readonly riskCounts: RiskCounts;
}

/** The same without the parts that can be large: no list carries them. */
export type StoredFacts = Omit<StoredReading, 'metadata' | 'headings' | 'validation' | 'findings'>;

/** How many findings of each severity there are. */
export const riskCountsOf = (findings: SkillReading['findings']): RiskCounts => {
  const count = (wanted: string): number => findings.filter(({ severity }) => severity === wanted).length;
  return { high: count('high'), medium: count('medium'), low: count('low') };
};

/** The findings of a reading as an answer shows them. */
export const riskOf = ({ findings }: Pick<SkillReading, 'findings'>): SkillRisk => ({ findings: [...findings] });

/** Whether a reading is of a valid skill, and why not, as an answer shows it. */
export const validationOf = ({ validation }: Pick<SkillReading, 'validation'>): SkillValidation => ({
  valid: validation.valid,
  errors: [...validation.errors],
  warnings: [...validation.warnings],
});
