import { Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Endpoint } from '../../data/webhooks.ts';
import { formatNumber, formatRate } from '../../parts/format.ts';

/** The receiver, its events and its rate, in one line. */
export function EndpointFacts({ endpoint }: { readonly endpoint: Endpoint }): ReactNode {
  const { url, event_subscriptions: events, delivery_success_rate_24h: rate } = endpoint;
  return (
    <>
      <Text c="dimmed" truncate maw={360}>
        {url}
      </Text>
      <Tooltip label={events.join(', ')} multiline maw={400}>
        <Text span c="dimmed" tabIndex={0} role="note" aria-label={`Events: ${events.join(', ')}`}>
          {formatNumber(events.length)} {events.length === 1 ? 'event' : 'events'}
        </Text>
      </Tooltip>
      {rate !== null && <Text c="dimmed">{formatRate(rate)} successful in 24 h</Text>}
    </>
  );
}
