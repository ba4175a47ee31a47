import { Alert, Button, Code, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { QRCodeSVG } from 'qrcode.react';
import { useState, type ReactNode } from 'react';
import { useConfirmTotp, useCreateTotp, useDeleteTotp, type TotpSecret } from '../../data/users.ts';
import { Copy } from '../../parts/copy.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { noFactorError } from './no-factor-error.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** The second factor of the user who is logged in. */
export function SecondFactorPage(): ReactNode {
  const create = useCreateTotp();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isTurningOff, setTurningOff] = useState(false);
  const [isOff, setOff] = useState(false);
  const start = (): void => {
    setOff(false);
    create.mutate();
  };
  return (
    <SettingsFrame tab="/settings/second-factor">
      <Stack px="md" pb="md" maw={560} gap="md">
        <Text>
          With a second factor, a log-in needs your password and a code of an authenticator app. A log-in with
          your organisation needs no code here.
        </Text>
        {isOff && (
          <Alert color="gray" variant="outline" role="status">
            The second factor is off.
          </Alert>
        )}
        {create.error !== null && <Failure error={create.error} />}
        {codes !== undefined && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
        {codes === undefined && create.data !== undefined && (
          <ConfirmFactor
            secret={create.data}
            onConfirmed={(confirmed) => {
              create.reset();
              setCodes(confirmed);
            }}
            onCancel={create.reset}
          />
        )}
        {codes === undefined && create.data === undefined && (
          <Group>
            <Button onClick={start} loading={create.isPending}>
              Turn on
            </Button>
            <Button variant="default" onClick={() => setTurningOff(true)}>
              Turn off
            </Button>
          </Group>
        )}
      </Stack>
      {isTurningOff && (
        <TurnOffFactor
          onClose={() => setTurningOff(false)}
          onDone={() => {
            create.reset();
            setTurningOff(false);
            setOff(true);
          }}
        />
      )}
    </SettingsFrame>
  );
}

const QR_CODE_PX = 200;
/** The white border that scanners need, in modules. */
const QR_CODE_MARGIN = 4;

interface ConfirmFactorProps {
  readonly secret: TotpSecret;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Shows a new secret, and asks for a code that proves that the app has it. */
function ConfirmFactor({ secret, onConfirmed, onCancel }: ConfirmFactorProps): ReactNode {
  const confirm = useConfirmTotp();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? 'Enter the code of the app.' : null) },
  });
  const submit = form.onSubmit(({ code }) =>
    confirm.mutate(code.trim(), { onSuccess: (reply) => onConfirmed(reply.recovery_codes) }),
  );
  return (
    <Paper withBorder p="md">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>Scan the code with an authenticator app, or enter the secret there.</Text>
          <QRCodeSVG
            value={secret.otpauth_url}
            size={QR_CODE_PX}
            marginSize={QR_CODE_MARGIN}
            title="The secret for an authenticator app"
          />
          <Group gap="xs">
            <Code>{secret.secret}</Code>
            <Copy text={secret.secret} label="Copy secret" size="compact-xs" />
          </Group>
          {confirm.error !== null && <Failure error={confirm.error} />}
          <TextInput
            label="Code"
            description="The six digits that the app shows now."
            autoComplete="one-time-code"
            inputMode="numeric"
            {...form.getInputProps('code')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              Confirm code
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** The recovery codes of a new second factor, which no later answer contains. */
function RecoveryCodes({ codes, onClose }: RecoveryCodesProps): ReactNode {
  const text = codes.join('\n');
  return (
    <Stack gap="md">
      <Alert color="gray" variant="outline" role="status">
        The second factor is on.
      </Alert>
      <Text>
        Each recovery code replaces a code of the app once. Keep them in a safe place now: they are not shown
        again.
      </Text>
      <Code block tabIndex={0} aria-label="Recovery codes">
        {text}
      </Code>
      <Group justify="flex-end">
        <Copy text={text} label="Copy codes" />
        <Button
          variant="default"
          onClick={() =>
            saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'outreach-recovery-codes.txt')
          }
        >
          Download codes
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}

interface TurnOffFactorProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for a code, and turns the second factor of the caller off. */
function TurnOffFactor({ onClose, onDone }: TurnOffFactorProps): ReactNode {
  const remove = useDeleteTotp();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? 'Enter a code.' : null) },
  });
  const submit = form.onSubmit(({ code }) => remove.mutate(code.trim(), { onSuccess: onDone }));
  return (
    <FormDialog
      title="Turn off the second factor"
      onClose={onClose}
      onSubmit={submit}
      error={noFactorError(remove.error)}
    >
      <TextInput
        label="Code"
        description="Six digits of your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        data-autofocus
        {...form.getInputProps('code')}
      />
      <Group justify="flex-end">
        <Button type="submit" color="red.8" loading={remove.isPending}>
          Turn off the second factor
        </Button>
      </Group>
    </FormDialog>
  );
}
