import { describe, expect, it } from 'vitest';
import { skillMd } from '../../server/public/skill.md.js';
import { read } from './skill.builder.js';

const place = { baseUrl: 'https://api.example.com', workspaceUrl: 'https://work.example.com' };
const address = `${place.baseUrl}/.well-known/agent-skills/dai/SKILL.md`;

describe('the skill that we publish', () => {
  it('is valid for our own reader, without a warning and without a line that a user should look at', () => {
    const { validation, findings, name, license, allowedTools } = read(skillMd(place), address);
    expect([validation, findings]).toEqual([{ valid: true, errors: [], warnings: [] }, []]);
    expect([name, license, allowedTools]).toEqual(['dai', 'MIT', null]);
  });

  it('fits into 120 lines and 12 KiB, so that an agent reads it whole', () => {
    const { lines, bytes } = read(skillMd(place), address);
    expect(lines).toBeLessThanOrEqual(120);
    expect(bytes).toBeLessThanOrEqual(12 * 1024);
  });
});
