import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { CreateWorkspacePorts } from './create-workspace.ts';
import { onboardingCommands } from './onboarding.admin.ts';

export type OnboardingNeeds = Pick<CreateWorkspacePorts, 'audit' | 'users' | 'workspaces' | 'agencies'>;

/** Operators create workspaces, each with its owner. */
export function createOnboarding({ clock, ids: newId, units }: ServiceBase, needs: OnboardingNeeds): Feature {
  return {
    name: 'onboarding',
    admin: onboardingCommands({ ...needs, clock, newId, unitOfWork: units.unitOfWork }),
  };
}
