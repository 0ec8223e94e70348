import Box from '@mui/material/Box';

interface RowProblem {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** Why a row was refused, place by place. */
export function RowProblems({ problems }: { problems: readonly RowProblem[] }) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 4 }}>
      {problems.map(({ pointer, code, detail }) => (
        <li key={`${pointer} ${code} ${detail}`}>
          {pointer && (
            <>
              <code>{pointer}</code>{' '}
            </>
          )}
          {detail} (<code>{code}</code>)
        </li>
      ))}
    </Box>
  );
}

/** The same in one line. */
export const textOfProblems = (problems: readonly RowProblem[]): string =>
  problems.map(({ pointer, code, detail }) => `${pointer ? `${pointer} ` : ''}${detail} (${code})`).join('; ');
