import { SearchForm } from './SearchForm.js';

/** The operation takes no longer question (decisions §3). */
const QUESTION_MAX = 1_000;

interface DirectorySearchProps {
  readonly requested?: string;
  /** The filters that a new question keeps. */
  readonly preserved?: readonly (readonly [name: string, value: string])[];
}

/** The question to the directory, as it stands on each page that leads there. */
export const DirectorySearch = (props: DirectorySearchProps) => (
  <SearchForm
    action="/directory"
    label="Search developer tools"
    placeholder="A tool, or a task"
    maxLength={QUESTION_MAX}
    {...props}
  />
);
