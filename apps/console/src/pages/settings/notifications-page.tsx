import { Alert, Button, Checkbox, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { OutreachError } from '@outreach/client';
import type { ReactNode } from 'react';
import {
  useNotificationSettings,
  useSetNotifications,
  type NotificationSettings,
} from '../../data/workspace.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { EVENT_WORDS, shownUrl, toInput, toValues, type NotificationValues } from './notification-values.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** Who is notified of which events by email and Slack. */
export function NotificationsPage(): ReactNode {
  const settings = useNotificationSettings();
  return (
    <SettingsFrame tab="/settings/notifications">
      {settings.data === undefined ? (
        <NotLoaded query={settings} lines={8} />
      ) : (
        <NotificationForm settings={settings.data} />
      )}
    </SettingsFrame>
  );
}

const EMAILS_MAX = 20;

/** Recipients and events. The URL of Slack is a secret: the form shows its host and its end. */
function NotificationForm({ settings }: { readonly settings: NotificationSettings }): ReactNode {
  const save = useSetNotifications();
  const { form, showError, discard, isEdited } = useDraftForm<NotificationValues>({
    name: 'notifications',
    secrets: ['slack_webhook_url'],
    initialValues: toValues(settings),
  });
  const restore = (stored: NotificationSettings): void => {
    form.setValues(toValues(stored));
    discard();
  };
  const submit = form.onSubmit((values) => {
    save.mutate(toInput(values), { onSuccess: restore, onError: showError });
  });
  const { emails, removesSlack } = form.values;
  const url = shownUrl(settings);
  const isOff = emails.length === 0 && (url === undefined || removesSlack);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" p="md" pt="xs" maw={680}>
        {save.error !== null && <SaveFailure error={save.error} />}
        <Title order={2}>Recipients</Title>
        <Text c="dimmed">
          The first event goes out at once. After a message, further events wait until five minutes have
          passed and go as one.
        </Text>
        <TagsInput
          label="Email addresses"
          description={`At most ${EMAILS_MAX}; Enter adds an address.`}
          placeholder="ops@example.com"
          maxTags={EMAILS_MAX}
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
          {...form.getInputProps('emails')}
        />
        <TextInput
          label={url === undefined ? 'Slack webhook URL' : 'New Slack webhook URL'}
          description={
            url === undefined
              ? 'Of an incoming webhook of Slack.'
              : `Messages go to ${url}. Leave it empty to keep this URL.`
          }
          placeholder="https://hooks.slack.com/services/…"
          autoComplete="off"
          disabled={removesSlack}
          {...form.getInputProps('slack_webhook_url')}
        />
        {url !== undefined && (
          <Checkbox
            label="Send no more messages to Slack"
            {...form.getInputProps('removesSlack', { type: 'checkbox' })}
          />
        )}
        <Title order={2}>Events</Title>
        <Checkbox.Group aria-label="Events" {...form.getInputProps('events')}>
          <Stack gap="xs">
            {Object.entries(EVENT_WORDS).map(([type, words]) => (
              <Checkbox key={type} value={type} label={words} description={type} />
            ))}
          </Stack>
        </Checkbox.Group>
        {isOff && <Text c="dimmed">Notifications are off: there is no recipient.</Text>}
        <FormButtons
          request={() => ({
            method: 'put',
            path: '/api/v1/notification-settings/',
            body: toInput(form.getValues()),
          })}
        >
          <Button variant="default" onClick={() => restore(settings)}>
            Discard changes
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save notifications
          </Button>
        </FormButtons>
        {save.isSuccess && !isEdited && <Text role="status">Saved.</Text>}
      </Stack>
    </form>
  );
}

function SaveFailure({ error }: { readonly error: Error }): ReactNode {
  if (!(error instanceof OutreachError) || error.code !== 'mail_not_configured')
    return <Failure error={error} />;
  return (
    <Alert color="yellow" variant="outline" role="alert" title="This installation sends no email">
      Remove the email addresses and use Slack, or ask the operator to set SYSTEM_SMTP_URL.
    </Alert>
  );
}
