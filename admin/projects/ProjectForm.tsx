import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ReferenceInput, SelectInput, useGetOne, useInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Diff } from '../components/Diff.js';
import { FIELD_GRID, FormFields } from '../components/FormFields.js';
import { Section } from '../components/Page.js';
import type { OwnProject, Plan } from '../providers/generated/operations.js';
import type { Problem } from '../providers/problem.js';
import { describeTools, NOTE_FIELD, PLAN_FIELD, PUBLIC_FIELDS, textOfField, toolsOfForm } from './project.draft.js';
import { ToolsField } from './ToolsField.js';

/** As many as the service gives at once. */
const PLANS_MAX = 100;

interface ProjectFormProps {
  /** The project that is edited; null prepares a new one. */
  readonly project: OwnProject | null;
  readonly problem: Problem | null;
}

/** The fields of a project: what becomes public, what stays private, and, of an edit, what changes. */
export function ProjectForm({ project, problem }: ProjectFormProps) {
  return (
    <>
      <Section title="Public once you approve and publish it">
        <Box sx={FIELD_GRID}>
          <FormFields fields={PUBLIC_FIELDS} />
        </Box>
        <Box sx={{ mt: 5 }}>
          <Tools problem={problem} />
        </Box>
      </Section>
      <Section title="Stays private">
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          Never public, whatever you publish: you and your agents alone read it.
        </Typography>
        <Box sx={FIELD_GRID}>
          <ReferenceInput source="planId" reference="plans" perPage={PLANS_MAX}>
            <SelectInput
              label={PLAN_FIELD.label}
              optionText="title"
              emptyText="none"
              margin="none"
              helperText={
                project
                  ? 'A saved plan that it follows'
                  : 'A saved plan; without tools of its own, the project takes the plan’s'
              }
              slotProps={{ select: { MenuProps: { disablePortal: true } } }}
            />
          </ReferenceInput>
          <FormFields fields={[NOTE_FIELD]} />
        </Box>
      </Section>
      {project && <Changes project={project} />}
    </>
  );
}

function Tools({ problem }: { problem: Problem | null }) {
  const { field } = useInput({ source: 'tools', defaultValue: [] });
  return <ToolsField tools={field.value} problem={problem} onChange={field.onChange} />;
}

function Changes({ project }: { project: OwnProject }) {
  const values = useWatch();
  const planBefore = usePlanTitle(project.planId);
  const planAfter = usePlanTitle(textOfField(values, 'planId'));
  return (
    <Section title="What changes">
      <Diff
        caption="Changes of the project"
        absent="none"
        fields={[
          ...[...PUBLIC_FIELDS, NOTE_FIELD].map(({ name, label }) => ({
            label,
            before: project[name],
            after: textOfField(values, name),
          })),
          { label: PLAN_FIELD.label, before: planBefore, after: planAfter },
          { label: 'Tools', before: describeTools(project.tools), after: describeTools(toolsOfForm(values)) },
        ]}
      />
    </Section>
  );
}

/** A plan by its title; one that was deleted since has only its id. */
function usePlanTitle(planId: string | null): string | null {
  const plan = useGetOne<Plan>('plans', { id: planId ?? '' }, { enabled: planId !== null, retry: false });
  return planId && (plan.data?.title ?? planId);
}
