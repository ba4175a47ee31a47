import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCreateTotp } from '../../data/second-factor.ts';
import { Failure } from '../../parts/failure.tsx';
import { ConfirmFactor } from './confirm-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { TurnOffFactor } from './turn-off-factor.tsx';

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
