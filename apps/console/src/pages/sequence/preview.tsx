import { Alert, Box, Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure, useSessionStorage } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useActiveAccounts } from '../../data/accounts.ts';
import { useContact, useContactChoices } from '../../data/contacts.ts';
import { usePreview, useTestSend, type Sequence, type StepSelection } from '../../data/sequences.ts';
import { ContactChoice } from '../../parts/contact-choice.tsx';
import { RequestDialog } from '../../parts/dialogs.tsx';
import { NotLoaded } from '../../parts/failure.tsx';
import { useCan } from '../../session/session.ts';
import type { StepDraft } from './step-draft.ts';

const route = getRouteApi('/sequences/$sequenceId');
const FRAME_HEIGHT = 420;

interface PreviewProps {
  readonly sequence: Sequence;
  readonly step: StepDraft;
  readonly isSaved: boolean;
}

/** The stored email of the step for a contact, exactly as it is sent. */
export function Preview({ sequence, step, isSaved }: PreviewProps): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCan('campaigns:write');
  const [isTestOpen, test] = useDisclosure();
  const newest = useContactChoices('');
  const contactId = search.contact ?? newest.data?.[0]?.id;
  const contact = useContact(contactId);
  const stored = sequence.steps.find(({ id }) => id === step.key);
  const variant = stored?.variants.find(({ label }) => label === search.variant);
  const selection: StepSelection | undefined =
    contactId === undefined || stored === undefined
      ? undefined
      : { contact_id: contactId, step_number: stored.step_number, variant_id: variant?.id ?? null };
  return (
    <Stack gap="sm" component="section" aria-label="Preview">
      <Group justify="space-between" mih={28}>
        <Title order={2}>Preview</Title>
        {canWrite && selection !== undefined && (
          <Button variant="default" onClick={test.open}>
            Send test email
          </Button>
        )}
      </Group>
      <ContactChoice
        label="As this contact receives it"
        value={contactId}
        chosen={contact.data}
        onChange={(id) => void navigate({ search: { ...search, contact: id }, replace: true })}
      />
      {stored === undefined ? (
        <Text c="dimmed">Save the steps to see this one as a contact receives it.</Text>
      ) : (
        <>
          {!isSaved && (
            <Text c="dimmed">The preview and the test email have the text that was saved last.</Text>
          )}
          {newest.data?.length === 0 && <Text c="dimmed">Import a contact to see the email.</Text>}
          {selection !== undefined && <Email sequence={sequence} selection={selection} />}
        </>
      )}
      {isTestOpen && selection !== undefined && (
        <TestMail sequenceId={sequence.id} selection={selection} onClose={test.close} />
      )}
    </Stack>
  );
}

interface EmailProps {
  readonly sequence: Sequence;
  readonly selection: StepSelection;
}

function Email({ sequence, selection }: EmailProps): ReactNode {
  const preview = usePreview(sequence, selection);
  if (preview.data === undefined) return <NotLoaded query={preview} lines={6} />;
  const { subject, body_html: html, body_text: text } = preview.data;
  return (
    <Box
      style={{
        border: '1px solid var(--mantine-color-default-border)',
        borderRadius: 'var(--mantine-radius-sm)',
      }}
    >
      <Text fw={600} px="sm" py="xs" style={{ overflowWrap: 'anywhere' }}>
        {subject}
      </Text>
      {html === null ? (
        <Box p="sm" mih={120} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Box>
      ) : (
        <iframe
          title="HTML of the email"
          sandbox=""
          srcDoc={html}
          style={{
            width: '100%',
            height: FRAME_HEIGHT,
            border: 0,
            background: 'white',
            colorScheme: 'light',
            display: 'block',
          }}
        />
      )}
    </Box>
  );
}

interface TestMailProps {
  readonly sequenceId: string;
  readonly selection: StepSelection;
  readonly onClose: () => void;
}

/** Sends the email of a step, as the contact receives it, to another address. */
function TestMail({ sequenceId, selection, onClose }: TestMailProps): ReactNode {
  const accounts = useActiveAccounts();
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
