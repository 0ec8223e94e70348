import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useGetOne } from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { ToggleChip } from '../components/ToggleChip.js';
import { familyOf, instantsOf } from '../providers/data.adoption.js';
import type { ReadCompanyFunnelAnswer } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { FAMILIES } from './families.js';
import { CountLink, useFigureScope, useWayBack } from './figure.people.js';
import { spanText } from './span.text.js';
import {
  type AdoptionView,
  FUNNEL_DEFAULTS,
  isEventName,
  nameOfStep,
  STEPS_MAX,
  stepOfName,
  stepsIn,
} from './useAdoption.js';

type Funnel = ReadCompanyFunnelAnswer['companyFunnel'];
type Step = Funnel['steps'][number] & { readonly place: number };

const PART = 'steps';
const REFRESH_MS = 60_000;
const DAYS = [1, 7, 14, 30, 90] as const;

const percent = (part: number | null): string => (part === null ? 'unknown' : `${(part * 100).toFixed(1)} %`);

/** Changes parameters of the page's address; null removes one. */
function useAddress() {
  const [search, setSearch] = useSearchParams();
  const set = (values: Readonly<Record<string, string | null>>) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value) after.set(name, value);
          else after.delete(name);
        }
        return after;
      },
      { replace: true },
    );
  return { search, set };
}

/** How many developers take chosen steps in their order, and where they stop. */
export function OrderedFunnel({ campaigns }: { campaigns: AdoptionView['campaigns'] }) {
  const { organizationId } = useOrganization();
  const scope = useFigureScope();
  const { search, set } = useAddress();
  const steps = stepsIn(search.get('steps'));
  const withinDays = Number(search.get('within') ?? FUNNEL_DEFAULTS.within);
  const campaign = campaigns.find((one) => keyOf(one) === search.get('through'));
  const account = search.get('of') ?? '';
  const question = {
    organizationId,
    productId: scope?.productId ?? null,
    from: scope?.from ?? '',
    to: scope?.to ?? '',
    steps: steps.map((step) => ({ family: familyOf(step) ?? null, eventName: nameOfStep(step) ?? null })),
    withinDays,
    campaignId: campaign?.campaignId ?? null,
    campaignSource: campaign?.source ?? null,
    accountDomain: account || null,
  };
  const query = useGetOne<Funnel & { readonly id: string }>(
    'company-funnel',
    { id: JSON.stringify(question), meta: { question } },
    { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData, enabled: scope !== null },
  );
  const toggle = (step: string) => {
    const next = steps.includes(step) ? steps.filter((one) => one !== step) : [...steps, step];
    if (next.length >= 2) set({ steps: next.join(',') });
  };
  const isFull = steps.length >= STEPS_MAX;
  return (
    <Section title="Who takes which steps, in order?" part={PART}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 3 }}>
        <Box role="group" aria-label="Steps" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {[...steps, ...(isFull ? [] : FAMILIES.filter((family) => !steps.includes(family)))].map((step) => (
            <ToggleChip
              key={step}
              label={steps.includes(step) ? `${steps.indexOf(step) + 1}. ${nameOfStep(step) ?? step}` : step}
              pressed={steps.includes(step)}
              onPress={() => toggle(step)}
            />
          ))}
        </Box>
        {isFull ? (
          <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>Six steps at most: remove one to add another.</Box>
        ) : (
          <NameField
            names={(query.data?.eventNames ?? []).filter((name) => !steps.includes(stepOfName(name)))}
            onAdd={(name) => {
              if (!steps.includes(stepOfName(name))) toggle(stepOfName(name));
            }}
          />
        )}
        <Choice
          label="Within"
          value={String(withinDays)}
          choices={DAYS.map((days) => [String(days), days === 1 ? '1 day' : `${days} days`])}
          onChange={(within) => set({ within: within === FUNNEL_DEFAULTS.within ? null : within })}
        />
        <Choice
          label="Campaign"
          value={campaign ? keyOf(campaign) : ''}
          choices={[['', 'Every campaign'], ...campaigns.map((one) => [keyOf(one), labelOf(one)] as const)]}
          onChange={(through) => set({ through: through || null })}
        />
        <AccountField key={account} value={account} onChange={(of) => set({ of: of || null })} />
      </Box>
      <QueryState query={query} what="steps" rows={3}>
        {(funnel) => (
          <Box aria-busy={query.isPlaceholderData} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
            <Steps funnel={funnel} isWhole={!campaign && !account} />
          </Box>
        )}
      </QueryState>
    </Section>
  );
}

const keyOf = ({ campaignId, source }: AdoptionView['campaigns'][number]): string =>
  JSON.stringify([campaignId, source]);
const labelOf = ({ campaignId, source }: AdoptionView['campaigns'][number]): string =>
  source ? `${campaignId} (${source})` : campaignId;

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

const Choice = ({ label, value, choices, onChange }: ChoiceProps) => (
  <TextField
    select
    label={label}
    margin="none"
    size="small"
    value={value}
    onChange={({ target }) => onChange(target.value)}
    sx={{ minWidth: 110, maxWidth: 220 }}
    slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
  >
    {choices.map(([choice, text]) => (
      <option key={choice} value={choice}>
        {text}
      </option>
    ))}
  </TextField>
);

/** One account by its domain; it counts with Enter, or when the field is left. */
function AccountField({ value, onChange }: { value: string; onChange: (account: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const take = () => {
    if (text.trim() !== value) onChange(text.trim().toLowerCase());
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        take();
      }}
    >
      <TextField
        label="Account"
        placeholder="Every account"
        margin="none"
        size="small"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={take}
        sx={{ width: 180 }}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </form>
  );
}

/** Adds the name of an event as a step; those that arrive are proposed. */
function NameField({ names, onAdd }: { names: readonly string[]; onAdd: (name: string) => void }) {
  const [text, setText] = useState('');
  const proposals = useId();
  const name = text.trim();
  const isWrong = name !== '' && !isEventName(name);
  return (
    <Box
      component="form"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, minWidth: 0 }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (name === '' || isWrong) return;
        onAdd(name);
        setText('');
      }}
    >
      <TextField
        label="Event name"
        placeholder={names[0] ?? 'FIRST_API_CALL'}
        margin="none"
        size="small"
        value={text}
        error={isWrong}
        helperText={isWrong ? 'A letter first, then letters, digits and _ . : -' : undefined}
        onChange={({ target }) => setText(target.value)}
        sx={{ width: 180 }}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { list: proposals, autoComplete: 'off' } }}
      />
      <datalist id={proposals}>
        {names.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Button type="submit" size="small" disabled={name === '' || isWrong}>
        Add step
      </Button>
    </Box>
  );
}

/** The events that take a step, in a word. */
const nameOf = ({ family, eventName }: Pick<Step, 'family' | 'eventName'>): string => eventName ?? family ?? '';

function Steps({ funnel, isWhole }: { funnel: Funnel; isWhole: boolean }) {
  const [open, setOpen] = useState<number | null>(null);
  const rows = funnel.steps.map((step, place) => ({ ...step, place }));
  const most = Math.max(1, ...rows.map(({ developers }) => developers));
  const columns: readonly Column<Step>[] = [
    { label: 'Step', cell: (step) => `${step.place + 1}. ${nameOf(step)}` },
    {
      label: 'Developers',
      cell: ({ developers, family, eventName, place }) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: { sm: 90 } }}>
          <Box aria-hidden sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }}>
            <Box
              data-colour
              sx={{
                width: `${Math.round((developers / most) * 100)}%`,
                minWidth: developers > 0 ? 2 : 0,
                height: 12,
                borderRadius: 0.5,
                bgcolor: 'var(--chart-1)',
              }}
            />
          </Box>
          {/* Later steps are those of the first one’s developers alone, for which the list has no filter. */}
          {place === 0 && isWhole && eventName === null ? (
            <CountLink of="developers" part={PART} family={family} count={developers} />
          ) : (
            developers.toLocaleString('en')
          )}
        </Box>
      ),
    },
    { label: 'Of the first', cell: ({ share }) => percent(share), numeric: true },
    {
      label: 'Of the step before',
      cell: ({ place, shareOfBefore }) => (place === 0 ? '' : percent(shareOfBefore)),
      numeric: true,
    },
    {
      label: 'Median time',
      cell: ({ place, medianSeconds }) => (place === 0 ? '' : spanText(medianSeconds)),
      numeric: true,
    },
  ];
  return (
    <>
      <Rows
        caption="Ordered funnel"
        rows={rows}
        keyOf={({ place }) => String(place)}
        columns={columns}
        detail={({ place, stopped, family, eventName, developers }) =>
          stopped.length === 0 ? null : (
            <>
              <Button
                size="small"
                aria-expanded={open === place}
                onClick={() => setOpen(open === place ? null : place)}
              >
                {(developers - (rows[place + 1]?.developers ?? 0)).toLocaleString('en')} stopped after{' '}
                {nameOf({ family, eventName })}
              </Button>
              {open === place && <Stopped stopped={stopped} />}
            </>
          )
        }
      />
      <Box sx={{ mt: 2, color: 'var(--muted)', fontSize: '0.8125rem' }}>
        A developer enters with the earliest event of the first step in the window and takes each further step at or
        after the one before, within {funnel.withinDays === 1 ? '24 hours' : `${funnel.withinDays} × 24 hours`} of
        entering, also beyond the window. Of a day the first and the last event of a family or name are known.{' '}
        {funnel.open > 0 && `${funnel.open.toLocaleString('en')} still have time.`}
      </Box>
    </>
  );
}

/** The developers who stopped at a step, the latest first. */
function Stopped({ stopped }: { stopped: Step['stopped'] }) {
  const { to } = useOrganization();
  const scope = useFigureScope();
  const state = useWayBack(PART);
  const search = scope ? `?${new URLSearchParams(instantsOf(scope))}` : '';
  return (
    <Box component="ul" sx={{ m: 0, mt: 1, pl: 5, columns: { sm: 2 } }}>
      {stopped.map(({ developerId, at }) => (
        <li key={developerId}>
          <Link to={to(`/adoption/developers/${encodeURIComponent(developerId)}${search}`)} state={state}>
            {developerId}
          </Link>{' '}
          <TimeAgo at={at} />
        </li>
      ))}
    </Box>
  );
}
