import { describe, expect, it } from 'vitest';
import { type ThemeName, tokens } from '../../admin/theme/tokens.js';

const CONTRAST_MIN = 4.5;

/** Relative luminance as WCAG 2 computes it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each<ThemeName>(['light', 'dark'])('the %s theme', (name) => {
  const { background, surface, raised, text, muted, accent, onAccent, good, caution, bad, info, neutral } =
    tokens[name];

  it('keeps every text readable on every ground', () => {
    const pairs = [text, muted, accent, good, caution, bad, info, neutral].flatMap((ink) =>
      [background, surface, raised].map((ground) => ({ ink, ground, ratio: contrast(ink, ground) })),
    );
    expect(pairs.filter(({ ratio }) => ratio < CONTRAST_MIN)).toEqual([]);
  });

  it('keeps the words on its one coloured button readable', () => {
    expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(CONTRAST_MIN);
  });
});
