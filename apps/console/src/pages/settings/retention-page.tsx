import type { ReactNode } from 'react';
import { useRetention } from '../../data/retention.ts';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { RetentionForm } from './retention-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

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
