import type { ReactNode } from 'react';
import icon from '../icon.svg';

const SECTIONS = [
  ['/adoption', 'Adoption'],
  ['/directory', 'Directory'],
  ['/offers', 'Offers'],
  ['/submit', 'Submit'],
  ['/docs', 'Docs'],
] as const;

/** The frame of every public page; the same for everyone, signed in or not. */
export function Layout({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <a className="brand" href="/" aria-current={path === '/' ? 'page' : undefined}>
          <img src={icon} alt="" width="20" height="20" />
          DAI
        </a>
        <nav aria-label="Main">
          {SECTIONS.map(([to, label]) => (
            <a key={to} href={to} aria-current={path === to ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <a href="/admin/">Sign in</a>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer>
        <p>
          DAI, the developer adoption index. Evidence is labelled, what no one knows is said to be unknown, and
          sponsorship never moves a rank.
        </p>
        <nav aria-label="For developers">
          <a href="/docs">Documentation</a>
          <a href="/docs/api">API reference</a>
          <a href="/graphql">GraphiQL</a>
          <a href="/llms.txt">llms.txt</a>
        </nav>
      </footer>
    </>
  );
}
