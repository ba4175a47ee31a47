import { Alert, Select, TextInput } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useAccounts } from '../../data/accounts.ts';
import { useTestSend, type StepSelection } from '../../data/sequences.ts';
import { RequestDialog } from '../../parts/dialogs.tsx';

export interface TestMailProps {
  readonly sequenceId: string;
  readonly selection: StepSelection;
  readonly onClose: () => void;
}

/** Sends the email of a step, as the contact receives it, to another address. */
export function TestMail({ sequenceId, selection, onClose }: TestMailProps): ReactNode {
  const accounts = useAccounts(undefined).items.filter(({ status }) => status === 'active');
  const [to, setTo] = useSessionStorage({ key: 'test-mail-to', defaultValue: '' });
  const [account, setAccount] = useSessionStorage({ key: 'test-mail-from', defaultValue: '' });
  const sending_account_id = accounts.find(({ id }) => id === account)?.id ?? accounts[0]?.id;
  const send = useTestSend(sequenceId);
  const body = { ...selection, sending_account_id, to: to.trim() };
  return (
    <RequestDialog
      title="Send test email"
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (sending_account_id !== undefined) send.mutate({ ...body, sending_account_id });
      }}
      error={send.error}
      request={() => ({
        method: 'post',
        path: '/api/v1/sequences/{sequence_id}/test-send/',
        params: { sequence_id: sequenceId },
        body,
      })}
      isRunning={send.isPending}
      isIncomplete={body.to === '' || sending_account_id === undefined}
    >
      <Select
        label="From"
        placeholder="No account is active"
        allowDeselect={false}
        data={accounts.map(({ id, email }) => ({ value: id, label: email }))}
        value={sending_account_id ?? null}
        onChange={(value) => setAccount(value ?? '')}
      />
      <TextInput
        label="To"
        type="email"
        data-autofocus
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      {send.data?.success === true && (
        <Alert color="green" variant="outline" role="status">
          The email was sent to {send.variables?.to}. It counts in no metric.
        </Alert>
      )}
      {send.data?.success === false && (
        <Alert color="red" variant="outline" role="alert">
          The mail server refused the email: {send.data.error}
        </Alert>
      )}
    </RequestDialog>
  );
}
