import CloseIcon from '@mui/icons-material/CloseOutlined';
import FilterIcon from '@mui/icons-material/FilterListOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { ChoiceChips } from './ChoiceChips.js';
import { type FilterPickerProps, isOpen, type ListFilter, labelOfChoice } from './filters.js';
import { ListSearch } from './ListSearch.js';
import { ICON_ON_PHONE } from './phone.js';
import { TimeRange } from './TimeRange.js';

interface FilterBarProps {
  readonly filters?: readonly ListFilter[];
  /** The label of the search field; absent, the list has no search. */
  readonly search?: string;
  /** True for records that have a time; `days` where they are counted by whole days in UTC. */
  readonly time?: boolean | 'days';
  /** The list's tools, at the right end. */
  readonly children?: ReactNode;
}

/**
 * The filters of a list: search, menu and time in one row with the list's tools, which belong to what it finds; under it the filters that take
 * one press, and the choices from the menu, which can be removed. Values alone stand in the row of the tools.
 */
export function FilterBar({ filters = [], search, time = false, children }: FilterBarProps) {
  const { filterValues } = useListContext();
  const narrow = useMediaQuery(PHONE, { noSsr: true });
  // A phone has room for two rows of choices; more of them would stand before the first record.
  const fits = !narrow || countChoices(filters.filter(isOpen)) <= PHONE_CHOICES_MAX;
  const stands = (filter: ListFilter) => fits && isOpen(filter);
  const folded = filters.filter((filter) => !stands(filter));
  const active = folded.filter(({ source }) => filterValues[source]);
  const menu = useRef<HTMLButtonElement>(null);
  if (!search && !time && filters.length === 0) return null;
  const open = filters.filter(stands).map((filter) => <OpenFilter key={filter.source} filter={filter} />);
  const menus = time !== false || folded.length > 0;
  const below = menus || search !== undefined;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, mb: 3 }}>
      <Box sx={{ ...ROW, ...SEARCH }}>
        {search && <ListSearch label={search} />}
        {folded.length > 0 && <FilterMenu filters={folded} button={menu} />}
        {time && <TimeRange days={time === 'days'} />}
        {!below && open}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, ml: 'auto' }}>{children}</Box>
      </Box>
      {((below && open.length > 0) || active.length > 0) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 1.5 }}>
          {below && open}
          {active.map((filter) => (
            <ActiveFilter key={filter.source} filter={filter} onRemove={() => menu.current?.focus()} />
          ))}
        </Box>
      )}
    </Box>
  );
}

const PHONE = '@media (max-width: 599.95px)';
const PHONE_CHOICES_MAX = 6;
const countChoices = (filters: readonly ListFilter[]): number =>
  filters.reduce((sum, { choices = [] }) => sum + choices.length + 1, 0);

const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 };
/** On a phone the search shares its row with the menus, which are icons there, and the tools; the narrowest give it a row of its own. */
const SEARCH = { '& > [role=search]': { flexBasis: { xs: 160, sm: 200 }, maxWidth: { xs: 'none', sm: 320 } } };

/** Sets one filter of the list context; empty takes it away. */
function useFilterValue(source: string) {
  const { filterValues, setFilters } = useListContext();
  const held: unknown = filterValues[source];
  return {
    value: typeof held === 'string' ? held : '',
    setValue: (value: string) => setFilters({ ...filterValues, [source]: value || undefined }),
  };
}

function OpenFilter({ filter: { source, label, choices = [], every } }: { filter: ListFilter }) {
  const translate = useTranslate();
  const { value, setValue } = useFilterValue(source);
  return (
    <ChoiceChips
      label={label}
      value={value}
      every={choices.some(([choice]) => choice === '') ? undefined : (every ?? translate('list.every'))}
      choices={choices}
      onChange={setValue}
    />
  );
}

interface MenuProps {
  readonly filters: readonly ListFilter[];
  readonly button: RefObject<HTMLButtonElement | null>;
}

function FilterMenu({ filters, button }: MenuProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = translate('list.filter');
  return (
    <>
      <Button
        ref={button}
        variant="outlined"
        startIcon={<FilterIcon />}
        aria-label={label}
        sx={ICON_ON_PHONE}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="word">{label}</span>
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': label, sx: { p: 4, width: 280, display: 'grid', gap: 3 } },
        }}
      >
        {filters.map((filter) =>
          filter.picker ? (
            <FilterPicker key={filter.source} filter={filter} picker={filter.picker} />
          ) : filter.choices ? (
            <FilterSelect key={filter.source} filter={filter} />
          ) : (
            <FilterText key={filter.source} filter={filter} />
          ),
        )}
      </Popover>
    </>
  );
}

function FilterPicker({ filter, picker: Picker }: { filter: ListFilter; picker: ComponentType<FilterPickerProps> }) {
  const { value, setValue } = useFilterValue(filter.source);
  return <Picker value={value} every={filter.every} onChange={setValue} />;
}

function FilterSelect({ filter: { source, label, choices = [], every } }: { filter: ListFilter }) {
  const translate = useTranslate();
  const { value, setValue } = useFilterValue(source);
  return (
    <TextField
      select
      label={label}
      margin="none"
      value={value}
      onChange={(event) => setValue(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{every ?? translate('list.every')}</option>
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </TextField>
  );
}

/** Text counts when it is complete: with Enter, or when the field is left. The field keeps the focus, so that Escape closes the menu. */
function FilterText({ filter: { source, label } }: { filter: ListFilter }) {
  const { value, setValue } = useFilterValue(source);
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const take = () => {
    if (text.trim() !== value) setValue(text.trim());
  };
  return (
    <TextField
      label={label}
      margin="none"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

/** A filter that is set; the focus goes on to the menu where it was chosen. */
function ActiveFilter({ filter, onRemove }: { filter: ListFilter; onRemove: () => void }) {
  const translate = useTranslate();
  const { value, setValue } = useFilterValue(filter.source);
  const text = labelOfChoice(filter, value);
  return (
    <Button
      size="small"
      variant="outlined"
      endIcon={<CloseIcon aria-hidden />}
      aria-label={translate('list.remove', { label: filter.label, value: text })}
      onClick={() => {
        setValue('');
        onRemove();
      }}
    >
      {filter.label}: {text}
    </Button>
  );
}
