import { cssVariables, MONO, SANS, type Tokens, tokens } from './tokens.ts';

const block = (theme: Tokens): string =>
  Object.entries(cssVariables(theme))
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ');

/** The tokens as a style sheet that follows the system's theme, for pages that need no script to look right. */
export const tokensCss = (): string => `:root { ${block(tokens.light)} --sans: ${SANS}; --mono: ${MONO}; }
@media (prefers-color-scheme: dark) { :root { ${block(tokens.dark)} } }
`;
