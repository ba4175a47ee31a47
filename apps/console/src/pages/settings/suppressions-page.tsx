import { Box, Button, Group, Select, Text, TextInput, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { OutreachError } from '@outreach/client';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import {
  useSuppress,
  useSuppressionCheck,
  useSuppressions,
  useUnsuppress,
  type Suppression,
  type SuppressionCheck,
  type SuppressionCreate,
} from '../../data/suppressions.ts';
import { CopiedId } from '../../parts/copy.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { Confirm, RequestDialog } from '../../parts/dialogs.tsx';
import { formatWord } from '../../parts/format.ts';
import { RowButton } from '../../parts/row-button.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';
import { Time } from '../../parts/values.tsx';
import { useCan } from '../../session/session.ts';
import { SettingsFrame } from './settings-frame.tsx';

const route = getRouteApi('/settings/suppressions');
const HASHED = 'sha256:';
/** Only administrators remove these. */
const KEPT_REASONS: readonly Suppression['reason'][] = ['spam_complaint', 'gdpr_erasure'];

const COLUMNS: readonly Column<Suppression>[] = [
  {
    header: 'Address or domain',
    isStrong: true,
    cell: ({ value }) =>
      value.startsWith(HASHED) ? (
        <Tooltip label="The address was erased. Its digest keeps it suppressed.">
          <span>
            <CopiedId id={value} />
          </span>
        </Tooltip>
      ) : (
        value
      ),
  },
  { header: 'Type', width: 90, from: 'md', cell: ({ type }) => formatWord(type) },
  { header: 'Reason', width: 150, from: 'xs', cell: ({ reason }) => formatWord(reason) },
  { header: 'Source', width: 130, from: 'md', cell: ({ source }) => formatWord(source) },
  { header: 'Created', width: 130, from: 'md', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** Addresses and domains that receive no email. */
export function SuppressionsPage(): ReactNode {
  const { email } = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCan('contacts:write');
  const [isAdding, addition] = useDisclosure();
  const [asked, setAsked] = useState<Suppression>();
  const add = canWrite && <Button onClick={addition.open}>Suppress address</Button>;
  const action: Column<Suppression> = {
    header: 'Action',
    width: 110,
    cell: (suppression) => <RemoveButton suppression={suppression} onRemove={() => setAsked(suppression)} />,
  };
  return (
    <SettingsFrame tab="/settings/suppressions" api={() => ({ path: '/api/v1/suppressions/' })} actions={add}>
      <Box h="100%" display="flex" style={{ flexDirection: 'column' }}>
        <Group px="md" pb="xs" gap="sm">
          <SearchBox
            label="Check an address"
            value={email}
            onChange={(text) => void navigate({ search: { email: text }, replace: true })}
          />
          <SuppressionAnswer email={email} />
        </Group>
        <Box flex={1} mih={0}>
          <DataList
            label="Suppressions"
            list={useSuppressions()}
            columns={canWrite ? [...COLUMNS, action] : COLUMNS}
            empty="No address is suppressed. Unsubscribes and bounces add them."
            action={add}
          />
        </Box>
      </Box>
      {isAdding && <AddSuppression onClose={addition.close} />}
      {asked !== undefined && <RemoveQuestion suppression={asked} onClose={() => setAsked(undefined)} />}
    </SettingsFrame>
  );
}

interface RemoveButtonProps {
  readonly suppression: Suppression;
  readonly onRemove: () => void;
}

function RemoveButton({ suppression, onRemove }: RemoveButtonProps): ReactNode {
  const isAdmin = useCan('admin:keys');
  const isKept = !isAdmin && KEPT_REASONS.includes(suppression.reason);
  const button = <RowButton verb="Remove" object={suppression.value} disabled={isKept} onClick={onRemove} />;
  if (!isKept) return button;
  return (
    <Tooltip label="Only administrators remove complaints and erasures.">
      <span>{button}</span>
    </Tooltip>
  );
}

interface RemoveQuestionProps {
  readonly suppression: Suppression;
  readonly onClose: () => void;
}

function RemoveQuestion({ suppression, onClose }: RemoveQuestionProps): ReactNode {
  const remove = useUnsuppress();
  return (
    <Confirm
      onClose={onClose}
      action="Remove suppression"
      effect={`Campaigns may send to ${suppression.value} again. Its reason was: ${formatWord(suppression.reason)}.`}
      change={remove}
      onConfirm={() => remove.mutate(suppression.id, { onSuccess: onClose })}
    />
  );
}

/** Whether an address is suppressed, and why. */
function SuppressionAnswer({ email }: { readonly email: string | undefined }): ReactNode {
  const check = useSuppressionCheck(email);
  if (email === undefined) return null;
  return (
    <Text role="status" {...(check.isError ? { c: 'error' } : {})}>
      {textOf(email, check)}
    </Text>
  );
}

function textOf(
  email: string,
  { data, error }: Pick<ReturnType<typeof useSuppressionCheck>, 'data' | 'error'>,
): string {
  if (error !== null)
    return error instanceof OutreachError && error.code === 'validation_error'
      ? 'Enter a whole email address.'
      : error.message;
  if (data === undefined) return '';
  return data.suppressed ? `${email} is suppressed: ${causeOf(data)}.` : `${email} is not suppressed.`;
}

function causeOf({ reason, type, scope }: SuppressionCheck): string {
  const words = reason === null ? 'unknown' : formatWord(reason).toLowerCase();
  const ofDomain = type === 'domain' ? ', by its domain' : '';
  return `${words}${ofDomain}${scope === 'global' ? ', by the operator of this installation' : ''}`;
}

const REASONS = ['manual', 'do_not_contact', 'unsubscribed', 'hard_bounce', 'spam_complaint'] as const;

interface Values {
  readonly value: string;
  readonly reason: (typeof REASONS)[number];
}

/** An address has an @; without one the text is a domain. */
function bodyOf({ value, reason }: Values): SuppressionCreate {
  return { type: value.includes('@') ? 'email' : 'domain', value: value.trim(), reason };
}

/** Suppresses an address, or a domain with its subdomains. */
function AddSuppression({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { form, dialog } = useCreateForm<Values, SuppressionCreate>({
    name: 'suppression',
    initialValues: { value: '', reason: 'do_not_contact' },
    validate: { value: (value) => (value.trim() === '' ? 'Enter an address or a domain.' : null) },
    creation: useSuppress(),
    path: '/api/v1/suppressions/',
    bodyOf,
    onClose,
  });
  return (
    <RequestDialog title="Suppress address" {...dialog}>
      <TextInput
        label="Address or domain"
        description="A domain includes its subdomains."
        placeholder="maria@example.com or example.com"
        data-autofocus
        required
        {...form.getInputProps('value')}
      />
      <Select
        label="Reason"
        allowDeselect={false}
        data={REASONS.map((value) => ({ value, label: formatWord(value) }))}
        {...form.getInputProps('reason')}
      />
    </RequestDialog>
  );
}
