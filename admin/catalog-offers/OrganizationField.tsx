import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useGetList, useGetMany, useGetOne, useInput } from 'react-admin';
import { keepForm } from '../components/enter.js';
import type { ChosenOrganization } from '../providers/data.catalog-offers.js';
import { DECIDES_FIELD } from './offer.fields.js';

const CHOICES_SHOWN = 10;
const NAME_MAX = 200;

/** The organization that decides about claims, chosen by its name; the form holds its id. */
export function OrganizationField() {
  const { field, fieldState } = useInput<string>({ source: DECIDES_FIELD.name });
  const [typed, setTyped] = useState('');
  const id: string = field.value ?? '';
  const { data: chosen = null } = useGetOne<ChosenOrganization>(
    'reviewer-organizations',
    { id },
    { enabled: id !== '', retry: false, onError: () => undefined },
  );
  const found = useGetList<ChosenOrganization>('reviewer-organizations', {
    filter: { q: typed === chosen?.name ? '' : typed.trim() },
    sort: { field: 'name', order: 'ASC' },
    pagination: { page: 1, perPage: CHOICES_SHOWN },
  });
  return (
    <Autocomplete
      options={found.data ?? []}
      value={id === '' ? null : chosen}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={(_event, organization) => field.onChange(organization?.id ?? '')}
      onBlur={field.onBlur}
      onKeyDown={keepForm}
      // The service has searched already, by the domain too.
      filterOptions={(all) => all}
      getOptionLabel={({ name }) => name}
      getOptionKey={(organization) => organization.id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={found.isFetching}
      loadingText="Searching…"
      noOptionsText="No organization has this name or domain"
      slotProps={{ popper: { disablePortal: true }, paper: { sx: { border: '1px solid var(--border)' } } }}
      renderOption={({ key, ...option }, { name, domain, domainVerified }) => (
        <Box component="li" key={key} {...option} sx={{ gap: 3 }}>
          <span>{name}</span>
          <Box component="span" sx={{ ml: 'auto', color: 'var(--muted)', fontSize: '0.8125rem' }}>
            {domain && (domainVerified ? domain : `${domain}, not verified`)}
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={DECIDES_FIELD.label}
          margin="none"
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? DECIDES_FIELD.hint}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, name: DECIDES_FIELD.name, maxLength: NAME_MAX },
          }}
        />
      )}
    />
  );
}

/** The names of organizations by their ids; an id whose name is not known yet stands for itself. */
export function useOrganizationNames(ids: readonly string[]): (id: string | null) => string | null {
  const { data = [] } = useGetMany<ChosenOrganization>(
    'reviewer-organizations',
    { ids: [...new Set(ids.filter(Boolean))] },
    { retry: false, onError: () => undefined },
  );
  return (id) => data.find((one) => one?.id === id)?.name ?? id;
}
