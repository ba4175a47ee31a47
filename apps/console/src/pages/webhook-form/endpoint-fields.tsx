import { Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useEventTypes } from '../../data/webhooks.ts';
import { NotLoaded } from '../../parts/failure.tsx';
import type { DraftFormOptions } from '../../parts/use-draft-form.ts';
import { headersError, type EndpointValues } from './endpoint-values.ts';
import { EventChoice } from './event-choice.tsx';

export const validate: DraftFormOptions<EndpointValues>['validate'] = {
  name: (value) => (value.trim() === '' ? 'Enter a name.' : null),
  url: (value) => (URL.canParse(value.trim()) ? null : 'Enter a URL, such as https://example.com/hooks.'),
  event_subscriptions: (value) => (value.length === 0 ? 'Choose at least one event type.' : null),
  headers: headersError,
};

/** The fields of a new or a changed endpoint. */
export function EndpointFields({ form }: { readonly form: UseFormReturnType<EndpointValues> }): ReactNode {
  const types = useEventTypes();
  return (
    <Stack gap="md">
      <TextInput label="Name" required maw={480} {...form.getInputProps('name')} />
      <TextInput
        label="URL"
        description="Receives each event as a signed POST request."
        placeholder="https://example.com/hooks"
        required
        maw={480}
        {...form.getInputProps('url')}
      />
      <Textarea
        label="Further headers"
        description="One per line, for example X-Token: a secret of the receiver."
        autosize
        minRows={2}
        maxRows={8}
        maw={480}
        {...form.getInputProps('headers')}
      />
      {types.data === undefined ? (
        <NotLoaded query={types} lines={6} />
      ) : (
        <EventChoice types={types.data} {...form.getInputProps('event_subscriptions')} />
      )}
    </Stack>
  );
}
