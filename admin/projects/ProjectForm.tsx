import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { Diff } from '../components/Diff.js';
import { FieldGrid } from '../components/FieldGrid.js';
import { describeField, type Edits, type FieldForm } from '../components/fields.js';
import { Section } from '../components/Page.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { isStale, StaleBar } from '../components/StaleBar.js';
import { useIdempotencyKey } from '../components/useIdempotencyKey.js';
import { useInfiniteList } from '../components/useInfiniteList.js';
import type { OwnProject, PlanHead } from '../providers/generated/operations.js';
import {
  describeTools,
  editInput,
  NOTE_FIELD,
  newDraftInput,
  type ProjectField,
  PUBLIC_FIELDS,
  type ToolDraft,
  textOfField,
  toolDraftsOf,
} from './project.draft.js';
import { ToolsField } from './ToolsField.js';
import { useProjectMutation } from './useProject.js';

/** As many as the service gives at once. */
const PLANS_MAX = 100;

interface ProjectFormProps {
  /** The project that is edited; null prepares a new one. */
  readonly project: OwnProject | null;
  readonly onReload: () => void | Promise<void>;
  readonly onSaved: (project: OwnProject) => void;
}

/** Prepares a project or its next revision; what was typed outlives a revision that another user wrote meanwhile. */
export function ProjectForm({ project, onReload, onSaved }: ProjectFormProps) {
  const [edits, setEdits] = useState<Edits<ProjectField>>({});
  const [ownTools, setTools] = useState<readonly ToolDraft[] | null>(null);
  const provider = useDataProvider();
  const idempotencyKey = useIdempotencyKey();
  const planField = usePlanField(project);
  const textOf = (name: ProjectField) => textOfField(project, edits, name);
  const edit = (name: ProjectField, value: string) => setEdits((before) => ({ ...before, [name]: value }));
  const tools = ownTools ?? toolDraftsOf(project);
  const changed = project && editInput(project, textOf, ownTools);
  const mutation = useProjectMutation(() =>
    project && changed
      ? provider.update<OwnProject>('projects', {
          id: project.id,
          data: changed,
          previousData: project,
          meta: { revision: project.revision },
        })
      : provider.create<OwnProject>('projects', { data: newDraftInput(textOf, tools), meta: { idempotencyKey } }),
  );
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await mutation.run(undefined);
    if (outcome.done) onSaved(outcome.answer.data);
  };
  const stale = project !== null && isStale(mutation.problem);
  const reload = () => {
    mutation.reset();
    void onReload();
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Section title="Public once you approve and publish it">
        <FieldGrid fields={PUBLIC_FIELDS} textOf={textOf} problem={mutation.problem} onChange={edit} />
        <Box sx={{ mt: 5 }}>
          <ToolsField tools={tools} problem={mutation.problem} onChange={setTools} />
        </Box>
      </Section>
      <Section title="Stays private">
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          Never public, whatever you publish: you and your agents alone read it.
        </Typography>
        <FieldGrid fields={[planField, NOTE_FIELD]} textOf={textOf} problem={mutation.problem} onChange={edit} />
      </Section>
      {project && (
        <Section title="What changes">
          <Diff
            caption="Changes of the project"
            absent="none"
            fields={[
              ...[...PUBLIC_FIELDS, planField, NOTE_FIELD].map((field) => ({
                label: field.label,
                before: describeField(field, project[field.name] ?? ''),
                after: describeField(field, textOf(field.name)),
              })),
              { label: 'Tools', before: describeTools(toolDraftsOf(project)), after: describeTools(tools) },
            ]}
          />
        </Section>
      )}
      {mutation.problem && stale && <StaleBar problem={mutation.problem} onReload={reload} />}
      {mutation.problem && !stale && <ProblemNotice problem={mutation.problem} tried="mutation" />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mt: 4 }}>
        <Button
          type="submit"
          variant="contained"
          loading={mutation.busy}
          loadingPosition="start"
          disabled={changed !== null && Object.keys(changed).length === 0}
        >
          {project ? `Save as revision ${project.revision + 1}` : 'Save the draft'}
        </Button>
        <Box component="span" sx={{ color: 'var(--muted)' }}>
          {describeEffect(project)}
        </Box>
      </Box>
    </form>
  );
}

/** What saving does, and what it does not do. */
function describeEffect(project: OwnProject | null): string {
  if (!project) return 'Stored for you alone. Nothing becomes public.';
  const about = `about revision ${project.revision}`;
  if (project.approval) return `${about} · saving ends its approval`;
  return project.published ? `${about} · what is public stays as it is` : `${about} · nothing becomes public`;
}

/** The saved plans to choose from; one that is chosen and beyond the newest ones stays choosable by its id. */
function usePlanField(project: OwnProject | null): FieldForm<ProjectField> {
  const plans = useInfiniteList<PlanHead>('plans', {}, { perPage: PLANS_MAX });
  const chosen = project?.planId ?? null;
  const saved = (plans.data ?? []).map(({ id, title }): [string, string] => [id, title]);
  const other = chosen !== null && !saved.some(([id]) => id === chosen) ? [[chosen, chosen] as const] : [];
  return {
    name: 'planId',
    label: 'Plan',
    as: 'choice',
    choices: [['', 'none'], ...saved, ...other],
    hint: project
      ? 'A saved plan that it follows'
      : 'A saved plan; without tools of its own, the project takes the plan’s',
  };
}
