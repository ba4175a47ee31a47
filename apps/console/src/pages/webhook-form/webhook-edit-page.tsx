import { Button, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEndpoint, useUpdateEndpoint, type Endpoint } from '../../data/webhooks.ts';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { Page } from '../../parts/page.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { EndpointFields, validate } from './endpoint-fields.tsx';
import { toBody, toValues } from './endpoint-values.ts';

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
    name: endpoint.id,
    initialValues: toValues(endpoint),
    // Headers of receivers contain their secrets.
    secrets: ['headers'],
    validate,
  });
  const leave = (): void => {
    discard();
    void navigate({ to: '/webhooks/$webhookId' });
  };
  const submit = form.onSubmit((values) =>
    update.mutate(toBody(values), { onSuccess: leave, onError: showError }),
  );
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
      <form id="webhook" onSubmit={submit} noValidate>
        <Stack p="md" pt="xs">
          {update.error !== null && <Failure error={update.error} />}
          <EndpointFields form={form} />
        </Stack>
      </form>
    </Page>
  );
}
