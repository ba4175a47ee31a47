import { Button, Code, Group, Stack, Text, Timeline, Title } from '@mantine/core';
import type { Schema } from '@outreach/client';
import type { ReactNode } from 'react';
import { useDelivery, useRetry, type DeliveryIds, type Endpoint } from '../../data/webhooks.ts';
import { CopiedId, SmallCopy } from '../../parts/copy.tsx';
import { Facts } from '../../parts/page.tsx';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { formatExact, formatNumber } from '../../parts/format.ts';
import { StatusBadge, Time } from '../../parts/values.tsx';
import { useCan } from '../../session/session.ts';
import { prettyJson, toDeliveryCurl } from './delivery-request.ts';
import { explainNextAttempt } from './next-attempt.ts';

type Detail = Schema<'WebhookDeliveryDetail'>;

interface DeliveryViewProps {
  readonly ids: DeliveryIds;
  readonly endpoint: Endpoint;
}

/** A delivery: its attempts, the request as it was sent, the response, and a retry. */
export function DeliveryView({ ids, endpoint }: DeliveryViewProps): ReactNode {
  const delivery = useDelivery(ids);
  if (delivery.data === undefined) return <NotLoaded query={delivery} lines={8} />;
  const { data } = delivery;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          ['Event', data.event_type],
          ['Status', <StatusBadge key="status" status={data.status} />],
          ['Delivery', <CopiedId key="id" id={data.id} />],
          ['Response', data.status_code],
          ['Error', data.error],
          ['Next attempt', data.next_retry_at === null ? null : <Time key="next" at={data.next_retry_at} />],
        ]}
      />
      <Retry ids={ids} status={data.status} />
      <Attempts attempts={data.attempts} />
      <Text>{explainNextAttempt(data, endpoint)}</Text>
      {data.request !== null && <Sent request={data.request} />}
      {data.response_body !== null && <Block title="Response" text={data.response_body} />}
    </Stack>
  );
}

function Retry({ ids, status }: { readonly ids: DeliveryIds; readonly status: Detail['status'] }): ReactNode {
  const canWrite = useCan('webhooks:write');
  const retry = useRetry(ids);
  if (!canWrite) return null;
  const isPending = status === 'pending';
  return (
    <div>
      {retry.error !== null && <Failure error={retry.error} />}
      <Group gap="sm">
        <Button loading={retry.isPending} disabled={isPending} onClick={() => retry.mutate()}>
          {status === 'success' ? 'Send delivery again' : 'Retry delivery'}
        </Button>
        {isPending && <Text c="dimmed">The first attempt has not ended yet.</Text>}
      </Group>
    </div>
  );
}

function Attempts({ attempts }: Pick<Detail, 'attempts'>): ReactNode {
  return (
    <section aria-label="Attempts">
      <Title order={3} mb="xs">
        Attempts
      </Title>
      <Timeline bulletSize={12} lineWidth={2} active={attempts.length}>
        {attempts.map(({ at, status_code, latency_ms, error }) => (
          <Timeline.Item key={at} title={status_code === null ? 'No response' : `Status ${status_code}`}>
            <Text size="sm" c="dimmed">
              {formatExact(at)} · {formatNumber(latency_ms)} ms
            </Text>
            {error !== null && <Text size="sm">{error}</Text>}
          </Timeline.Item>
        ))}
      </Timeline>
    </section>
  );
}

function Sent({ request }: { readonly request: NonNullable<Detail['request']> }): ReactNode {
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <Block title="Request" text={[`POST ${request.url}`, ...headers].join('\n')} />
      <Block title="Body" text={prettyJson(request.body)} copied={request.body} />
      <Block title="As curl" text={toDeliveryCurl(request)} />
    </>
  );
}

interface BlockProps {
  readonly title: string;
  readonly text: string;
  /** What the button copies, if it is not the shown text. */
  readonly copied?: string;
}

function Block({ title, text, copied = text }: BlockProps): ReactNode {
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={3}>{title}</Title>
        <SmallCopy text={copied} name={`Copy ${title}`} />
      </Group>
      <Code block tabIndex={0} mah={280} style={{ overflow: 'auto' }}>
        {text}
      </Code>
    </section>
  );
}
