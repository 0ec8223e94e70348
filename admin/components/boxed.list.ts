/** A list whose items stand in one frame, with a line between them. */
export const BOXED_LIST = {
  listStyle: 'none',
  m: 0,
  p: 0,
  border: '1px solid var(--border)',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '& > li + li': { borderTop: '1px solid var(--border)' },
};
