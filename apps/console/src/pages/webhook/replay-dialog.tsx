import { Button, Group, MultiSelect, Progress, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  useCancelReplay,
  useReplay,
  useStartReplay,
  type Endpoint,
  type ReplayIds,
  type ReplayRequest,
} from '../../data/webhooks.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { formatNumber } from '../../parts/format.ts';
import { StatusBadge } from '../../parts/values.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import type { EndpointDialogProps } from './test-dialog.tsx';

interface Values {
  readonly event_types: Endpoint['event_subscriptions'];
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

function bodyOf({ event_types, from, to }: Values): ReplayRequest {
  return { event_types, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** Sends the events of a time again, and shows the progress. */
export function ReplayDialog({ endpoint, onClose }: EndpointDialogProps): ReactNode {
  const start = useStartReplay(endpoint.id);
  const { form, key, showError, discard } = useDraftForm<Values>({
    name: `replay-${endpoint.id}`,
    initialValues: {
      event_types: endpoint.event_subscriptions,
      from: toLocalInput(Date.now() - DAY_MS),
      to: toLocalInput(Date.now()),
    },
    validate: {
      event_types: (value) => (value.length === 0 ? 'Choose at least one event type.' : null),
      from: (value) => (value === '' ? 'Enter a time.' : null),
      to: (value, { from }) => (value > from ? null : 'Enter a time after the first one.'),
    },
  });
  const close = (): void => {
    discard();
    onClose();
  };
  const submit = form.onSubmit((values) => {
    const body = bodyOf(values);
    start.mutate({ body, idempotencyKey: key }, { onError: showError });
  });
  return (
    <FormDialog title="Replay events" onClose={close} onSubmit={submit} error={start.error}>
      {start.data === undefined ? (
        <>
          <Text>
            The events are sent to {endpoint.name} again, also those that it has received. They have the
            header X-Service-Replay and their previous ids.
          </Text>
          <MultiSelect
            label="Events"
            searchable
            data={endpoint.event_subscriptions}
            {...form.getInputProps('event_types')}
          />
          <Group grow align="start">
            <TextInput type="datetime-local" label="From" {...form.getInputProps('from')} />
            <TextInput type="datetime-local" label="To" {...form.getInputProps('to')} />
          </Group>
          <FormButtons
            request={() => ({
              method: 'post',
              path: '/api/v1/webhooks/{webhook_id}/replay/',
              params: { webhook_id: endpoint.id },
              body: bodyOf(form.getValues()),
            })}
          >
            <Button type="submit" loading={start.isPending}>
              Replay events
            </Button>
          </FormButtons>
        </>
      ) : (
        <ReplayProgress ids={{ webhook_id: endpoint.id, replay_id: start.data.replay_id }} onClose={close} />
      )}
    </FormDialog>
  );
}

interface ReplayProgressProps {
  readonly ids: ReplayIds;
  readonly onClose: () => void;
}

function ReplayProgress({ ids, onClose }: ReplayProgressProps): ReactNode {
  const { data: replay, error } = useReplay(ids);
  const cancel = useCancelReplay(ids);
  const failure = error ?? cancel.error;
  if (replay === undefined) return failure === null ? null : <Failure error={failure} />;
  const { matched_events: count, pending, delivered, failed, status, finished_at } = replay;
  const part = count === 0 ? 100 : ((count - pending) / count) * 100;
  return (
    <Stack gap="sm">
      {failure !== null && <Failure error={failure} />}
      <StatusBadge status={status} />
      <Progress value={part} aria-label="Progress of the replay" />
      <Text role="status">
        {formatNumber(count - pending)} of {formatNumber(count)} events tried: {formatNumber(delivered)}{' '}
        delivered, {formatNumber(failed)} failed.
      </Text>
      <Group justify="flex-end">
        {finished_at === null && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel replay
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}

const MINUTE_MS = 60_000;
const MINUTE_LENGTH = 'yyyy-mm-ddThh:mm'.length;

/** A time as an input of type datetime-local has it: in the zone of the browser, to the minute. */
function toLocalInput(timeMs: number): string {
  const offsetMs = new Date(timeMs).getTimezoneOffset() * MINUTE_MS;
  return new Date(timeMs - offsetMs).toISOString().slice(0, MINUTE_LENGTH);
}
