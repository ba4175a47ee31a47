import { Button, Code, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { QRCodeSVG } from 'qrcode.react';
import type { ReactNode } from 'react';
import { useConfirmTotp, type TotpSecret } from '../../data/second-factor.ts';
import { Copy } from '../../parts/copy.tsx';
import { Failure } from '../../parts/failure.tsx';

const QR_CODE_PX = 200;
/** The white border that scanners need, in modules. */
const QR_CODE_MARGIN = 4;

interface ConfirmFactorProps {
  readonly secret: TotpSecret;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Shows a new secret, and asks for a code that proves that the app has it. */
export function ConfirmFactor({ secret, onConfirmed, onCancel }: ConfirmFactorProps): ReactNode {
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
