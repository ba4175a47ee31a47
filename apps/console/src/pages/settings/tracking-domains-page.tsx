import { Box, Button, Center, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTrackingDomains } from '../../data/tracking-domains.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
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
      actions={
        <>
          <ApiButton request={() => ({ method: 'get', path: '/api/v1/tracking-domains/' })} />
          {add}
        </>
      }
    >
      {list.isLoading && <Loading lines={6} />}
      {list.error !== null && (
        <Box px="md">
          <Failure error={list.error} retry={list.retry} />
        </Box>
      )}
      {!list.isLoading && list.error === null && list.items.length === 0 && (
        <Empty
          text="Links in emails use the address of this installation. A domain of your own shares its reputation with nobody."
          action={add}
        />
      )}
      {list.items.length > 0 && (
        <Stack p="md" pt="xs" gap="xl">
          <Text c="dimmed">
            Put each record into the DNS zone of its domain, then verify it. The links of new emails use
            verified domains.
          </Text>
          {list.items.map((domain) => (
            <DomainView key={domain.id} domain={domain} />
          ))}
          {list.hasMore && (
            <Center>
              <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
                Load more
              </Button>
            </Center>
          )}
        </Stack>
      )}
      {isAdding && <AddDomain onClose={addition.close} />}
    </SettingsFrame>
  );
}
