import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAttention } from '../../data/overview.ts';
import { PageLink } from '../../parts/link.tsx';
import { Section } from '../../parts/page.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import { formatWord } from '../../parts/format.ts';
import { useCan } from '../../session/session.ts';

/** What a person should look at, each with the page that mends it. Nothing if all is well. */
export function AttentionList(): ReactNode {
  const canReadWebhooks = useCan('webhooks:read');
  const canReadContacts = useCan('contacts:read');
  const { data } = useAttention({ canReadWebhooks, canReadContacts });
  if (data === undefined) return null;
  const { campaigns, accounts, endpoints, imports } = data;
  if (campaigns.length + accounts.length + endpoints.length + imports.length === 0) return null;
  return (
    <Section title="Needs attention">
      <Stack gap={6}>
        {campaigns.map(({ id, name, pause_reason }) => (
          <Line key={id} status="paused" text={pause_reason === null ? undefined : formatWord(pause_reason)}>
            <PageLink to="/campaigns/$campaignId" params={{ campaignId: id }}>
              {name}
            </PageLink>
          </Line>
        ))}
        {accounts.map(({ id, email, status, status_reason }) => (
          <Line
            key={id}
            status={status}
            text={status_reason === null ? undefined : formatWord(status_reason)}
          >
            <PageLink to="/accounts/$accountId" params={{ accountId: id }}>
              {email}
            </PageLink>
          </Line>
        ))}
        {endpoints.map(({ id, name, health_status }) => (
          <Line key={id} status={health_status} text="Deliveries fail">
            <PageLink to="/webhooks/$webhookId" params={{ webhookId: id }}>
              {name}
            </PageLink>
          </Line>
        ))}
        {imports.map(({ id, file_name, status, error }) => (
          <Line key={id} status={status} text={error ?? undefined}>
            <PageLink to="/contacts/imports/$importId" params={{ importId: id }}>
              {file_name}
            </PageLink>
          </Line>
        ))}
      </Stack>
    </Section>
  );
}

interface LineProps {
  readonly status: string;
  readonly text: string | undefined;
  readonly children: ReactNode;
}

function Line({ status, text, children }: LineProps): ReactNode {
  return (
    <Group gap="sm">
      <Text span w={110}>
        <StatusBadge status={status} />
      </Text>
      {children}
      {text !== undefined && (
        <Text span c="dimmed">
          {text}
        </Text>
      )}
    </Group>
  );
}
