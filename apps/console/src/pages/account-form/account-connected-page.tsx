import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccount } from '../../data/accounts.ts';
import { PageLink } from '../../parts/link.tsx';
import { NotLoaded } from '../../parts/failure.tsx';
import { Page } from '../../parts/page.tsx';

const route = getRouteApi('/accounts/connected');

const REASONS: Readonly<Record<string, string>> = {
  access_denied: 'The access was not allowed on the page of the provider.',
  other_mailbox: 'Another mailbox than the one of the account was chosen.',
  exchange_failed: 'The provider did not confirm the access.',
  invalid_id_token: 'The provider did not confirm the address of the mailbox.',
};

/** The return from the page of a provider. */
export function AccountConnectedPage(): ReactNode {
  const { account_id, error } = route.useSearch();
  if (account_id !== undefined) return <Connected id={account_id} />;
  return (
    <Page title="Mailbox not connected">
      <Stack p="md" pt="xs" align="start">
        <Text role="status">{REASONS[error ?? ''] ?? 'The provider has sent no mailbox.'}</Text>
        <PageLink to="/accounts/new">Connect account</PageLink>
      </Stack>
    </Page>
  );
}

function Connected({ id }: { readonly id: string }): ReactNode {
  const account = useAccount(id);
  return (
    <Page title="Mailbox connected">
      <Stack p="md" pt="xs" align="start">
        {account.data === undefined ? (
          <NotLoaded query={account} lines={2} />
        ) : (
          <>
            <Text role="status">{account.data.email} is connected.</Text>
            <PageLink to="/accounts/$accountId" params={{ accountId: id }}>
              Show account
            </PageLink>
          </>
        )}
      </Stack>
    </Page>
  );
}
