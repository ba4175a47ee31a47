import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import {
  useCreateTrackingDomain,
  useDomainAction,
  useTrackingDomains,
  type TrackingDomain,
} from '../../data/accounts.ts';
import { Confirm, RequestDialog } from '../../parts/dialogs.tsx';
import { DnsRecords } from '../../parts/dns-records.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { ListEnd } from '../../parts/list-end.tsx';
import { Time } from '../../parts/values.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';
import { useCan } from '../../session/session.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** The own domains of the links in emails, each with its DNS record. */
export function TrackingDomainsPage(): ReactNode {
  const list = useTrackingDomains();
  const canWrite = useCan('campaigns:write');
  const [isAdding, addition] = useDisclosure();
  const add = canWrite && <Button onClick={addition.open}>Add tracking domain</Button>;
  return (
    <SettingsFrame
      tab="/settings/tracking-domains"
      api={() => ({ path: '/api/v1/tracking-domains/' })}
      actions={add}
    >
      <Domains list={list} add={add} />
      {isAdding && <AddDomain onClose={addition.close} />}
    </SettingsFrame>
  );
}

interface DomainsProps {
  readonly list: ReturnType<typeof useTrackingDomains>;
  readonly add: ReactNode;
}

function Domains({ list, add }: DomainsProps): ReactNode {
  if (list.isMissing) return <NotLoaded query={list} lines={6} />;
  if (list.items.length === 0)
    return (
      <Empty
        text="Links in emails use the address of this installation. A domain of your own shares its reputation with nobody."
        action={add}
      />
    );
  return (
    <Stack p="md" pt="xs" gap="xl">
      <Text c="dimmed">
        Put each record into the DNS zone of its domain, then verify it. The links of new emails use verified
        domains.
      </Text>
      {list.items.map((domain) => (
        <DomainView key={domain.id} domain={domain} />
      ))}
      <ListEnd list={list} />
    </Stack>
  );
}

/** A tracking domain: its record, the result of the last check, and its actions. */
function DomainView({ domain }: { readonly domain: TrackingDomain }): ReactNode {
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
          change={removal}
          onConfirm={() => removal.mutate('delete')}
        />
      )}
    </section>
  );
}

/** Adds a domain; its DNS record is shown after it. */
function AddDomain({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { form, dialog } = useCreateForm({
    name: 'tracking-domain',
    initialValues: { domain: '' },
    validate: { domain: (value) => (value.trim() === '' ? 'Enter a domain.' : null) },
    creation: useCreateTrackingDomain(),
    path: '/api/v1/tracking-domains/',
    bodyOf: ({ domain }) => ({ domain: domain.trim() }),
    onClose,
  });
  return (
    <RequestDialog title="Add tracking domain" {...dialog}>
      <TextInput
        label="Domain"
        description="A subdomain that is used for nothing else."
        placeholder="go.example.com"
        data-autofocus
        required
        {...form.getInputProps('domain')}
      />
    </RequestDialog>
  );
}
