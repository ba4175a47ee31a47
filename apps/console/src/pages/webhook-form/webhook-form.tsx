import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  useCreateEndpoint,
  useEndpoint,
  useEventTypes,
  useUpdateEndpoint,
  type Endpoint,
} from '../../data/webhooks.ts';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { Page } from '../../parts/page.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { useDraftForm, type DraftFormOptions } from '../../parts/use-draft-form.ts';
import { StatusBadge } from '../../parts/values.tsx';
import { headersError, NEW_ENDPOINT, toBody, toValues, type EndpointValues } from './endpoint-values.ts';
import { EventChoice } from './event-choice.tsx';

const OPTIONS: Pick<DraftFormOptions<EndpointValues>, 'secrets' | 'validate'> = {
  // Headers of receivers contain their secrets.
  secrets: ['headers'],
  validate: {
    name: (value) => (value.trim() === '' ? 'Enter a name.' : null),
    url: (value) => (URL.canParse(value.trim()) ? null : 'Enter a URL, such as https://example.com/hooks.'),
    event_subscriptions: (value) => (value.length === 0 ? 'Choose at least one event type.' : null),
    headers: headersError,
  },
};

interface EndpointFormProps {
  readonly form: UseFormReturnType<EndpointValues>;
  readonly error: Error | null;
  readonly onSave: (values: EndpointValues) => void;
}

/** The form of a new or a changed endpoint; buttons of the page submit it. */
function EndpointForm({ form, error, onSave }: EndpointFormProps): ReactNode {
  const types = useEventTypes();
  return (
    <form id="webhook" onSubmit={form.onSubmit(onSave)} noValidate>
      <Stack p="md" pt="xs">
        {error !== null && <Failure error={error} />}
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
      </Stack>
    </form>
  );
}

/** Creates an endpoint, then shows its secret once and the result of the test event. */
export function WebhookNewPage(): ReactNode {
  const navigate = useNavigate();
  const create = useCreateEndpoint();
  const { form, key, showError, discard } = useDraftForm({
    ...OPTIONS,
    name: 'webhook',
    initialValues: NEW_ENDPOINT,
  });
  const save = (values: EndpointValues): void => {
    const body = toBody(values);
    create.mutate({ body, idempotencyKey: key }, { onSuccess: discard, onError: showError });
  };
  if (create.data !== undefined) {
    const { id, name, health_status, signing_secret } = create.data;
    return (
      <Page title={name} status={<StatusBadge status={health_status} />}>
        <Stack p="md" pt="xs" maw={640}>
          <Text role="status">
            {health_status === 'healthy'
              ? 'The endpoint was created, and it has accepted a test event.'
              : 'The endpoint was created, but it has not accepted the test event. Its delivery has the reason.'}
          </Text>
          <ShownOnce
            noun="signing secret"
            secret={signing_secret}
            onClose={() => void navigate({ to: '/webhooks/$webhookId', params: { webhookId: id } })}
          />
        </Stack>
      </Page>
    );
  }
  return (
    <Page
      title="Create webhook"
      api={() => ({ method: 'post', path: '/api/v1/webhooks/', body: toBody(form.getValues()) })}
      actions={
        <Button type="submit" form="webhook" loading={create.isPending}>
          Create webhook
        </Button>
      }
    >
      <EndpointForm form={form} error={create.error} onSave={save} />
    </Page>
  );
}

const route = getRouteApi('/webhooks/$webhookId/edit');

/** Changes an endpoint. */
export function WebhookEditPage(): ReactNode {
  const { webhookId } = route.useParams();
  const endpoint = useEndpoint(webhookId);
  if (endpoint.data === undefined) return <NotLoaded query={endpoint} lines={10} />;
  return <EditForm key={webhookId} endpoint={endpoint.data} />;
}

function EditForm({ endpoint }: { readonly endpoint: Endpoint }): ReactNode {
  const navigate = route.useNavigate();
  const update = useUpdateEndpoint(endpoint.id);
  const { form, showError, discard } = useDraftForm({
    ...OPTIONS,
    name: endpoint.id,
    initialValues: toValues(endpoint),
  });
  const leave = (): void => {
    discard();
    void navigate({ to: '/webhooks/$webhookId' });
  };
  const save = (values: EndpointValues): void =>
    update.mutate(toBody(values), { onSuccess: leave, onError: showError });
  return (
    <Page
      title={`Edit ${endpoint.name}`}
      api={() => ({
        method: 'patch',
        path: '/api/v1/webhooks/{webhook_id}/',
        params: { webhook_id: endpoint.id },
        body: toBody(form.getValues()),
      })}
      actions={
        <>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form="webhook" loading={update.isPending}>
            Save webhook
          </Button>
        </>
      }
    >
      <EndpointForm form={form} error={update.error} onSave={save} />
    </Page>
  );
}
