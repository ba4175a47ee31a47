import { Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useDomainAction, type TrackingDomain } from '../../data/tracking-domains.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { DnsRecords } from '../../parts/dns-records.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Time } from '../../parts/time.tsx';
import { useCan } from '../../session/use-session.ts';

/** A tracking domain: its record, the result of the last check, and its actions. */
export function DomainView({ domain }: { readonly domain: TrackingDomain }): ReactNode {
  const canWrite = useCan('campaigns:write');
  const action = useDomainAction(domain.id);
  const removal = useDomainAction(domain.id);
  const [isAsking, question] = useDisclosure();
  const target = domain.cname_target;
  return (
    <section aria-label={domain.domain}>
      <Group justify="space-between" gap="sm" mb="xs">
        <Group gap="sm">
          <Title order={2}>{domain.domain}</Title>
          {domain.is_default && <Text c="dimmed">Default</Text>}
        </Group>
        {canWrite && (
          <Group gap="xs">
            <Button
              variant="default"
              loading={action.isPending && action.variables === 'verify'}
              aria-label={`Verify ${domain.domain}`}
              onClick={() => action.mutate('verify')}
            >
              Verify
            </Button>
            {domain.status === 'verified' && !domain.is_default && (
              <Button
                variant="default"
                loading={action.isPending && action.variables === 'make_default'}
                aria-label={`Make default: ${domain.domain}`}
                onClick={() => action.mutate('make_default')}
              >
                Make default
              </Button>
            )}
            <Button variant="default" onClick={question.open} aria-label={`Delete ${domain.domain}`}>
              Delete
            </Button>
          </Group>
        )}
      </Group>
      {action.error !== null && <Failure error={action.error} />}
      {target === null ? (
        <Text>The operator of this installation has set no name for tracking domains yet.</Text>
      ) : (
        <DnsRecords
          records={[
            {
              label: 'CNAME',
              type: 'CNAME',
              name: domain.domain,
              value: target,
              status: domain.status,
              help: 'The links of emails have this name, so it must lead to this installation.',
            },
          ]}
        />
      )}
      <Text size="sm" c="dimmed" mt="xs" role="status">
        Checked: <Time at={domain.last_checked_at} />
        {domain.error === null ? '' : `. ${domain.error}`}
      </Text>
      {isAsking && (
        <Confirm
          onClose={question.close}
          action="Delete tracking domain"
          effect={`Sending accounts with ${domain.domain} lose it. Links in emails that were sent work while the domain leads here.`}
          isDangerous
          change={removal}
          onConfirm={() => removal.mutate('delete')}
        />
      )}
    </section>
  );
}
