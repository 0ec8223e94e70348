import { z } from 'zod';

/** The public statistics of each registry, and what it shows of a package where that is elsewhere, at the addresses that their documentation names. */
const USUAL = {
  npm: 'https://api.npmjs.org',
  pypi: 'https://pypistats.org',
  crates: 'https://crates.io',
  docker: 'https://hub.docker.com',
  rubygems: 'https://rubygems.org',
  packagist: 'https://packagist.org',
  nuget: 'https://api.nuget.org',
  github: 'https://api.github.com',
  'npm-packages': 'https://registry.npmjs.org',
  'pypi-packages': 'https://pypi.org',
} as const;

export type MeasureSources = Readonly<Record<keyof typeof USUAL, string>>;

const isSource = (name: string): name is keyof typeof USUAL => name in USUAL;

/** A list of name=address, which replace the usual ones; which addresses may be reached is decided with each request. */
export const measureSources = z
  .string()
  .default('')
  .transform((text, ctx): MeasureSources => {
    const sources: Record<keyof typeof USUAL, string> = { ...USUAL };
    for (const pair of text.split(',').filter((one) => one.trim() !== '')) {
      const [name = '', ...rest] = pair.trim().split('=');
      const url = rest.join('=');
      if (!isSource(name) || !URL.canParse(url) || !/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(url)) {
        const message = `must be a list of name=address, separated by commas, with the names ${Object.keys(USUAL).join(', ')}`;
        ctx.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
      sources[name] = url.replace(/\/+$/, '');
    }
    return sources;
  });
