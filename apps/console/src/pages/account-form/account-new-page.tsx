import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  useCreateAccount,
  useStartConsent,
  useTestAccount,
  type ConsentProvider,
  type SendingAccount,
} from '../../data/accounts.ts';
import { AccountTestResult } from '../../parts/account-test.tsx';
import { Failure, Loading } from '../../parts/failure.tsx';
import { PageLink } from '../../parts/link.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { AccountFields, validateServers } from './account-fields.tsx';
import { newAccount, toCreateBody, withoutPasswords } from './account-values.ts';

/** Connects a mailbox: by the consent of its provider, or with its servers and passwords, which are tested then. */
export function AccountNewPage(): ReactNode {
  const create = useCreateAccount();
  const test = useTestAccount();
  const { form, key, showError, discard } = useDraftForm({
    name: 'account',
    initialValues: newAccount(Intl.DateTimeFormat().resolvedOptions().timeZone),
    secrets: ['password', 'imap_password'],
    validate: validateServers,
  });
  const submit = form.onSubmit((values) => {
    const body = toCreateBody(values);
    const onSuccess = ({ id }: SendingAccount): void => {
      discard();
      test.mutate(id);
    };
    create.mutate({ body, idempotencyKey: key }, { onSuccess, onError: showError });
  });
  if (create.data !== undefined) return <Tested account={create.data} test={test} />;
  return (
    <Page
      title="Connect account"
      api={() => {
        const body = toCreateBody(withoutPasswords(form.getValues()));
        return { method: 'post', path: '/api/v1/sending-accounts/', body };
      }}
      actions={
        <Button type="submit" form="account" loading={create.isPending}>
          Connect account
        </Button>
      }
    >
      <Stack p="md" pt="xs" maw={760}>
        <Consent />
        <form id="account" onSubmit={submit} noValidate>
          <Stack gap="sm">
            {create.error !== null && <Failure error={create.error} />}
            <AccountFields form={form} hasServers isNew />
          </Stack>
        </form>
      </Stack>
    </Page>
  );
}

const PROVIDERS: readonly (readonly [ConsentProvider, string])[] = [
  ['google', 'Google'],
  ['microsoft', 'Microsoft'],
];

/** Google and Microsoft have no passwords for mail programs: the owner of the mailbox consents on their page. */
function Consent(): ReactNode {
  const start = useStartConsent();
  return (
    <Section title="Google and Microsoft">
      {start.error !== null && <Failure error={start.error} />}
      <Group gap="sm">
        {PROVIDERS.map(([provider, name]) => (
          <Button
            key={provider}
            variant="default"
            loading={start.isPending && start.variables === provider}
            onClick={() =>
              start.mutate(provider, {
                onSuccess: ({ authorization_url }) => globalThis.location.assign(authorization_url),
              })
            }
          >
            Connect {name} mailbox
          </Button>
        ))}
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        You consent on the page of the provider and come back. Other mailboxes connect by the form below.
      </Text>
    </Section>
  );
}

interface TestedProps {
  readonly account: SendingAccount;
  readonly test: ReturnType<typeof useTestAccount>;
}

function Tested({ account, test }: TestedProps): ReactNode {
  const params = { accountId: account.id };
  return (
    <Page title={account.email}>
      <Stack p="md" pt="xs" maw={640} align="start">
        <Text>The account was created. Its connection is tested.</Text>
        {test.isPending && <Loading lines={2} />}
        {test.error !== null && <Failure error={test.error} retry={() => test.mutate(account.id)} />}
        {test.data !== undefined && <AccountTestResult test={test.data} />}
        {test.data?.success === false && (
          <PageLink to="/accounts/$accountId/edit" params={params}>
            Change the connection
          </PageLink>
        )}
        <PageLink to="/accounts/$accountId" params={params}>
          Show account
        </PageLink>
      </Stack>
    </Page>
  );
}
