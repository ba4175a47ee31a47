import { Button, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccount, useUpdateAccount, type SendingAccount } from '../../data/accounts.ts';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { Page } from '../../parts/page.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { AccountFields, validate, validateServers } from './account-fields.tsx';
import { toUpdateBody, toValues, withoutPasswords } from './account-values.ts';

const route = getRouteApi('/accounts/$accountId/edit');

/** Changes a sending account. */
export function AccountEditPage(): ReactNode {
  const { accountId } = route.useParams();
  const account = useAccount(accountId);
  if (account.data === undefined) return <NotLoaded query={account} lines={10} />;
  return <EditForm key={accountId} account={account.data} />;
}

function EditForm({ account }: { readonly account: SendingAccount }): ReactNode {
  const navigate = route.useNavigate();
  const update = useUpdateAccount(account.id);
  const hasServers = account.auth_method === 'password';
  const rules = hasServers ? validateServers : validate;
  const { form, showError, discard } = useDraftForm({
    name: account.id,
    initialValues: toValues(account),
    secrets: ['password', 'imap_password'],
    ...(rules === undefined ? {} : { validate: rules }),
  });
  const leave = (): void => {
    discard();
    void navigate({ to: '/accounts/$accountId' });
  };
  const submit = form.onSubmit((values) =>
    update.mutate(toUpdateBody(account, values), { onSuccess: leave, onError: showError }),
  );
  return (
    <Page
      title={`Edit ${account.email}`}
      api={() => ({
        method: 'patch',
        path: '/api/v1/sending-accounts/{account_id}/',
        params: { account_id: account.id },
        body: toUpdateBody(account, withoutPasswords(form.getValues())),
      })}
      actions={
        <>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form="account" loading={update.isPending}>
            Save account
          </Button>
        </>
      }
    >
      <form id="account" onSubmit={submit} noValidate>
        <Stack p="md" pt="xs" gap="sm" maw={760}>
          {update.error !== null && <Failure error={update.error} />}
          <AccountFields form={form} hasServers={hasServers} isNew={false} />
        </Stack>
      </form>
    </Page>
  );
}
