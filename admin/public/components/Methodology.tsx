import type { PublicMethodologyAnswer } from '../../providers/generated/operations.js';

type Text = PublicMethodologyAnswer['adoptionMethodology'];

/** The methodology in plain words, each section under a heading of the level that the page has next. */
export function MethodologyText({ sections, as: Heading }: { sections: Text['sections']; as: 'h2' | 'h3' }) {
  return sections.map(({ title, paragraphs }) => (
    <section key={title}>
      <Heading>{title}</Heading>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  ));
}
