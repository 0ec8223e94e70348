import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleSets } from '../setup/samples.js';
import { read } from './skill.builder.js';

/** The index's entry for each file of a set. */
interface Sample {
  file: string;
  rawUrl: string;
  sha256: string;
  bytes: number;
  name: string | null;
  description: string | null;
  license: string | null;
  compatibility: string | null;
  metadata: Record<string, unknown> | null;
  keys: string[];
  nameMatchesDirectory: boolean | null;
  firstHeading: string | null;
  validAgainstSpec: boolean;
  reasons: string[];
  notes: string[];
}

/** Our code for each reason that the index gives. */
const codeOf: Record<string, string> = {
  'no-frontmatter': 'no_frontmatter',
  'frontmatter-not-closed': 'frontmatter_unclosed',
  'yaml-error': 'yaml_error',
  'name-missing': 'name_missing',
  'name-has-uppercase': 'name_uppercase',
  'name-bad-characters': 'name_characters',
  'description-over-1024': 'description_too_long',
  'metadata-value-not-a-string-(nested)': 'metadata_value_nested',
  'allowed-tools-is-a-list': 'allowed_tools_not_string',
};

/** How many files a set has. */
const SIZES = { 'in the repository': 15, 'beside the repository': 32 };

const codes = (problems: readonly { code: string }[]): string[] => problems.map(({ code }) => code);

describe.each(sampleSets('skills'))('the SKILL.md files $set', ({ set, folder }) => {
  const samples: Sample[] = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8'));
  const readingOf = ({ file, rawUrl }: Sample) => read(readFileSync(path.join(folder, file)), rawUrl);

  it('are all there', () => {
    expect(samples).toHaveLength(SIZES[set]);
  });

  it.each(samples)('$file has the verdict of the index, for the same reasons', (sample) => {
    const { validation, bytes, digest } = readingOf(sample);
    expect(validation.valid).toBe(sample.validAgainstSpec);
    expect(codes(validation.errors)).toEqual(sample.reasons.map((reason) => codeOf[reason]));
    expect([bytes, digest]).toEqual([sample.bytes, `sha256:${sample.sha256}`]);
    for (const { line, code } of validation.errors) if (code !== 'name_missing') expect(line).toBeGreaterThan(0);
  });

  it.each(samples)('$file has the fields, the first heading and the notes of the index', (sample) => {
    const reading = readingOf(sample);
    const warned = codes(reading.validation.warnings);
    if (sample.validAgainstSpec) {
      const { name, description, license, compatibility, metadata } = sample;
      expect([reading.name, reading.description]).toEqual([name, description?.trim()]);
      expect([reading.license, reading.compatibility, reading.metadata]).toEqual([license, compatibility, metadata]);
    }
    expect(reading.headings.find(({ level }) => level === 1)?.text ?? null).toBe(sample.firstHeading);
    const outside = sample.notes
      .find((note) => note.startsWith('fields-outside-spec:'))
      ?.split(':')[1]
      ?.split(',');
    const unknown = reading.validation.warnings
      .filter(({ code }) => code === 'unknown_field')
      .map(({ field }) => field);
    expect(unknown.sort()).toEqual(outside ?? []);
    expect(warned.includes('name_differs_from_directory')).toBe(sample.nameMatchesDirectory === false);
    expect(warned.includes('allowed_tools_commas')).toBe(sample.notes.includes('allowed-tools-comma-separated'));
    expect(warned.includes('empty_body')).toBe(sample.notes.includes('empty-body'));
  });

  it('give no alarm: none has a finding of high severity', () => {
    const high = samples.flatMap((sample) => readingOf(sample).findings.filter(({ severity }) => severity === 'high'));
    expect(high).toEqual([]);
  });
});
