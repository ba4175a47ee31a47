import { NOTHING } from '@outreach/service-kit/rpc';
import type { AuthMethods } from '../methods/index.ts';
import { confirmTotp, createTotp, deleteTotp, resetTotp, type FactorPorts } from './manage-factors.ts';

export function secondFactorMethods(ports: FactorPorts): AuthMethods {
  return {
    createTotp: {
      scope: 'any-credential',
      about: NOTHING,
      command: async (ctx) => createTotp(ports, ctx),
    },
    confirmTotp: {
      scope: 'any-credential',
      about: NOTHING,
      command: async (ctx, { code }) => ({ recovery_codes: [...(await confirmTotp(ports, ctx, code))] }),
    },
    deleteTotp: {
      scope: 'any-credential',
      about: NOTHING,
      command: async (ctx, { code }) => {
        await deleteTotp(ports, ctx, code);
        return {};
      },
    },
    resetTotp: {
      scope: ['admin:keys'],
      about: NOTHING,
      command: async (ctx, { user_id: userId }) => {
        await resetTotp(ports, ctx, userId);
        return {};
      },
    },
  };
}
