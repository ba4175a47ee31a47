import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCustomFields } from '../../data/custom-fields.ts';
import { useProfile } from '../../data/scoring.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The ideal customer profile: the rules that give contacts points, beside a contact as an example. */
export function ScoringPage(): ReactNode {
  const profile = useProfile();
  const customFields = useCustomFields();
  const error = profile.error ?? customFields.error;
  return (
    <SettingsFrame tab="/settings/scoring">
      {error !== null && (
        <Box px="md">
          <Failure
            error={error}
            retry={() => void Promise.all([profile.refetch(), customFields.refetch()])}
          />
        </Box>
      )}
      {error === null && (profile.isPending || customFields.isPending) && <Loading lines={8} />}
      {profile.data !== undefined && customFields.data !== undefined && (
        <ProfileForm profile={profile.data} customFields={customFields.data} />
      )}
    </SettingsFrame>
  );
}
