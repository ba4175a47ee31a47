import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTrackingDomains } from '../../data/tracking-domains.ts';
import { Empty } from '../../parts/empty.tsx';
import { ListEnd } from '../../parts/list-end.tsx';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { useCan } from '../../session/use-session.ts';
import { AddDomain } from './add-domain.tsx';
import { DomainView } from './domain-view.tsx';
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
