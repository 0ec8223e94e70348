import { useLayoutEffect, useRef, useState } from 'react';
import { fieldErrors, fieldOf, type Problem, textOfNote } from '../providers/problem.js';
import { ProblemNotice, type Tried } from './ProblemNotice.js';

/** Why a form was refused, without what stands at one of its fields already. */
export function FormProblem({ problem, tried }: { problem: Problem; tried: Tried }) {
  const place = useRef<HTMLDivElement>(null);
  const [notes, setNotes] = useState<Problem['errors']>([]);
  useLayoutEffect(() => {
    const fields = place.current?.closest('form')?.elements;
    const texts = fieldErrors(problem);
    const isAtField = (note: Problem['errors'][number]) =>
      fields?.namedItem(fieldOf(note)) && texts[fieldOf(note)] === textOfNote(note);
    setNotes(problem.errors.filter((note) => !isAtField(note)));
    const refused = problem.errors
      .map((note) => fields?.namedItem(fieldOf(note)))
      .find((one) => one instanceof HTMLElement);
    // As it is where the form itself finds a field wrong; else its button is kept in sight, which the notice moves down.
    if (refused) refused.focus();
    else place.current?.closest('form')?.querySelector('[type=submit]')?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  const isAboutFields = tried === 'mutation' && problem.errors.length > 0;
  return (
    <div ref={place}>
      <ProblemNotice problem={problem} tried={isAboutFields ? 'fields' : tried} notes={notes} />
    </div>
  );
}
