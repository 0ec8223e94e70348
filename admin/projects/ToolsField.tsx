import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useGetOne } from 'react-admin';
import { problemOfField } from '../components/fields.js';
import type { Tool } from '../providers/generated/operations.js';
import type { Problem } from '../providers/problem.js';
import { ToolChooser } from '../workbench/ToolChooser.js';
import type { ToolDraft } from './project.draft.js';

/** The longest role that the service takes. */
const ROLE_LENGTH_MAX = 120;

interface ToolsFieldProps {
  readonly tools: readonly ToolDraft[];
  readonly problem: Problem | null;
  readonly onChange: (tools: readonly ToolDraft[]) => void;
}

/** The tools that a project uses, from the directory, and what each does in it. */
export function ToolsField({ tools, problem, onChange }: ToolsFieldProps) {
  const toggle = (slug: string) =>
    onChange(
      tools.some((tool) => tool.slug === slug)
        ? tools.filter((tool) => tool.slug !== slug)
        : [...tools, { slug, name: slug, role: null }],
    );
  const ofAll = problem?.errors.find(({ pointer }) => /^(\/input)?\/tools$/.test(pointer));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <Box sx={{ maxWidth: 480 }}>
        <ToolChooser title="Tools it uses" chosen={tools.map(({ slug }) => slug)} onToggle={toggle} />
        {ofAll && (
          <Typography role="alert" sx={{ color: 'var(--bad)', mt: 1 }}>
            {ofAll.detail}
          </Typography>
        )}
      </Box>
      {tools.length > 0 && (
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
            columnGap: 4,
            rowGap: 3,
            alignItems: 'start',
          }}
        >
          {tools.map((tool, index) => (
            <Role
              key={tool.slug}
              tool={tool}
              problem={problemOfField(problem, `tools.${index}`)}
              onChange={(role) => onChange(tools.map((one) => (one.slug === tool.slug ? { ...one, role } : one)))}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

interface RoleProps {
  readonly tool: ToolDraft;
  readonly problem: string | null;
  readonly onChange: (role: string) => void;
}

function Role({ tool, problem, onChange }: RoleProps) {
  const listed = useGetOne<Tool>('directory', { id: tool.slug }, { retry: false });
  return (
    <TextField
      label={`What ${listed.data?.name ?? tool.name} does`}
      value={tool.role ?? ''}
      margin="none"
      error={problem !== null}
      helperText={problem ?? (listed.error ? 'The directory does not list it any more.' : null)}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { maxLength: ROLE_LENGTH_MAX, autoComplete: 'off' } }}
    />
  );
}
