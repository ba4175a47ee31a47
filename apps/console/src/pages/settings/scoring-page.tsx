import type { ReactNode } from 'react';
import { useCustomFields } from '../../data/custom-fields.ts';
import { useProfile } from '../../data/scoring.ts';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The ideal customer profile: the rules that give contacts points, beside a contact as an example. */
export function ScoringPage(): ReactNode {
  return (
    <SettingsFrame tab="/settings/scoring">
      <Scoring />
    </SettingsFrame>
  );
}

function Scoring(): ReactNode {
  const profile = useProfile();
  const customFields = useCustomFields();
  if (profile.data === undefined) return <NotLoaded query={profile} lines={8} />;
  if (customFields.data === undefined) return <NotLoaded query={customFields} lines={8} />;
  return <ProfileForm profile={profile.data} customFields={customFields.data} />;
}
