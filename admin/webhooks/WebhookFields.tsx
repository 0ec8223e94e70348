import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { BooleanInput, maxValue, minValue, NumberInput, required, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';

/** The values of a webhook's form; the share is sent alone where its kind is chosen. */
export interface WebhookValues {
  readonly url: string;
  readonly accountFirstEvent: boolean;
  readonly trackingKeyUnused: boolean;
  readonly refusedShare: boolean;
  readonly refusedPercent: number | null;
}

export const NEW_WEBHOOK: WebhookValues = {
  url: '',
  accountFirstEvent: true,
  trackingKeyUnused: false,
  refusedShare: false,
  refusedPercent: 10,
};

/** The values of a form as the service takes them. */
export const inputOf = (values: WebhookValues) => ({
  url: values.url,
  accountFirstEvent: values.accountFirstEvent,
  trackingKeyUnused: values.trackingKeyUnused,
  refusedPercent: values.refusedShare ? values.refusedPercent : null,
});

/** The address, and the kinds of messages with their threshold. */
export function WebhookFields() {
  const refusedShare: unknown = useWatch({ name: 'refusedShare' });
  return (
    <>
      <TextInput
        source="url"
        label="Address"
        helperText="A public https address of your own that takes POST requests."
        autoComplete="off"
        autoFocus
        validate={required()}
      />
      <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, display: 'grid' }}>
        <Typography component="legend" variant="h3" sx={{ mb: 1 }}>
          Send a message for
        </Typography>
        <BooleanInput source="accountFirstEvent" label="The first event of an account" helperText={false} />
        <BooleanInput source="trackingKeyUnused" label="A key unused for 30 days" helperText={false} />
        <BooleanInput source="refusedShare" label="A high share of refused events" helperText={false} />
        {refusedShare === true && (
          <NumberInput
            source="refusedPercent"
            label="Above, in percent"
            helperText="Of the answers to a product’s keys since midnight UTC; once each time it is crossed."
            min={1}
            max={100}
            step={1}
            validate={[required(), minValue(1), maxValue(100)]}
          />
        )}
      </Box>
    </>
  );
}
