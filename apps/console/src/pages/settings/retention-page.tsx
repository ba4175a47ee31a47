import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useRetention, useSetRetention, type Retention } from '../../data/workspace.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { Confirm } from '../../parts/dialogs.tsx';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { SettingsFrame } from './settings-frame.tsx';
import { deletedBy } from './shorter-times.ts';

/** How long the workspace keeps its records. */
export function RetentionPage(): ReactNode {
  const retention = useRetention();
  return (
    <SettingsFrame tab="/settings/retention">
      {retention.data === undefined ? (
        <NotLoaded query={retention} lines={6} />
      ) : (
        <RetentionForm retention={retention.data} />
      )}
    </SettingsFrame>
  );
}

const DAYS_MAX = 3_650;

const FIELDS = [
  {
    name: 'sends_days',
    label: 'Emails',
    description:
      'Days after which emails are deleted; 0 keeps them. Counters stay, and unsubscribe links still work. Replies and bounces of deleted emails are not recognised.',
    min: 0,
  },
  {
    name: 'timeline_days',
    label: 'Timelines',
    description: 'Days after which events of contacts are deleted, with their points; 0 keeps them.',
    min: 0,
  },
  {
    name: 'inbox_days',
    label: 'Inbox',
    description: 'Days after which the texts of messages are deleted. The threads stay.',
    min: 1,
  },
] as const;

function daysError(days: unknown, min: number): string | null {
  const isValid = Number.isInteger(days) && Number(days) >= min && Number(days) <= DAYS_MAX;
  return isValid ? null : `Enter ${String(min)} to 3,650 days.`;
}

/** A shorter time asks first, because it deletes records. */
function RetentionForm({ retention }: { readonly retention: Retention }): ReactNode {
  const save = useSetRetention();
  const [isAsking, question] = useDisclosure();
  const { form, showError, discard, isEdited } = useDraftForm<Retention>({
    name: 'retention',
    initialValues: retention,
    validate: {
      sends_days: (days) => daysError(days, 0),
      timeline_days: (days) => daysError(days, 0),
      inbox_days: (days) => daysError(days, 1),
    },
  });
  const deleted = deletedBy(retention, form.values);
  const send = (): void =>
    save.mutate(form.getValues(), {
      onSuccess: () => {
        discard();
        question.close();
      },
      onError: (error) => {
        showError(error);
        question.close();
      },
    });
  const submit = form.onSubmit(() => (deleted === undefined ? send() : question.open()));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" p="md" pt="xs" maw={520}>
        {save.error !== null && <Failure error={save.error} />}
        <Text c="dimmed">Deletions begin a minute after a change, and run once a day.</Text>
        {FIELDS.map(({ name, label, description, min }) => (
          <NumberInput
            key={name}
            label={label}
            description={description}
            suffix=" days"
            min={min}
            max={DAYS_MAX}
            allowDecimal={false}
            {...form.getInputProps(name)}
          />
        ))}
        <FormButtons request={() => ({ method: 'put', path: '/api/v1/retention/', body: form.getValues() })}>
          <Button type="submit" loading={save.isPending}>
            Save retention
          </Button>
        </FormButtons>
        {save.isSuccess && !isEdited && <Text role="status">Saved.</Text>}
      </Stack>
      {isAsking && (
        <Confirm
          onClose={question.close}
          action="Delete old records"
          effect={`This deletes ${deleted ?? 'nothing'}. They cannot be restored.`}
          change={save}
          onConfirm={send}
        />
      )}
    </form>
  );
}
