import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCreateEndpoint } from '../../data/webhooks.ts';
import { Failure } from '../../parts/failure.tsx';
import { Page } from '../../parts/page.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { EndpointFields, validate } from './endpoint-fields.tsx';
import { NEW_ENDPOINT, toBody } from './endpoint-values.ts';

/** Creates an endpoint, then shows its secret once and the result of the test event. */
export function WebhookNewPage(): ReactNode {
  const navigate = useNavigate();
  const create = useCreateEndpoint();
  const { form, key, showError, discard } = useDraftForm({
    name: 'webhook',
    initialValues: NEW_ENDPOINT,
    // Headers of receivers contain their secrets.
    secrets: ['headers'],
    validate,
  });
  const submit = form.onSubmit((values) => {
    const body = toBody(values);
    create.mutate({ body, idempotencyKey: key }, { onSuccess: discard, onError: showError });
  });
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
      <form id="webhook" onSubmit={submit} noValidate>
        <Stack p="md" pt="xs">
          {create.error !== null && <Failure error={create.error} />}
          <EndpointFields form={form} />
        </Stack>
      </form>
    </Page>
  );
}
