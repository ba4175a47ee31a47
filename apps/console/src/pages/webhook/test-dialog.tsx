import { Select, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useEventTypes, useTestEvent, type Endpoint } from '../../data/webhooks.ts';
import { RequestDialog } from '../../parts/dialogs.tsx';
import { formatNumber } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { StatusBadge } from '../../parts/values.tsx';

/** Sends a test event and shows the answer of the receiver. */
export function TestDialog({ endpoint, onClose }: EndpointDialogProps): ReactNode {
  const types = useEventTypes();
  const test = useTestEvent(endpoint.id);
  const names = types.data?.map(({ event_type }) => event_type) ?? [];
  const [chosen, setChosen] = useState(endpoint.event_subscriptions[0]);
  return (
    <RequestDialog
      title="Send test event"
      onClose={onClose}
      error={test.error ?? types.error}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined) test.mutate(chosen);
      }}
      request={() => ({
        method: 'post',
        path: '/api/v1/webhooks/{webhook_id}/test/',
        params: { webhook_id: endpoint.id },
        body: { event_type: chosen },
      })}
      isRunning={test.isPending}
      isIncomplete={chosen === undefined}
    >
      <Text>
        The event has test data of its type and the flag test. It is logged, not retried, and counts in no
        rate.
      </Text>
      <Select
        label="Event"
        searchable
        allowDeselect={false}
        data={names}
        value={chosen ?? null}
        onChange={(value) => setChosen(names.find((name) => name === value))}
      />
      {test.data !== undefined && (
        <Text role="status">
          <StatusBadge status={test.data.success ? 'success' : 'failed'} />:{' '}
          {test.data.status_code === null ? test.data.error : `status ${test.data.status_code}`} after{' '}
          {formatNumber(test.data.latency_ms)} ms.{' '}
          <PageLink
            to="/webhooks/$webhookId"
            params={{ webhookId: endpoint.id }}
            search={{ delivery: test.data.delivery_id }}
            onClick={onClose}
          >
            Show delivery
          </PageLink>
        </Text>
      )}
    </RequestDialog>
  );
}

export interface EndpointDialogProps {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}
