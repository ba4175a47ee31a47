import type { CommandTable } from '@outreach/app-kit';

/** The operator's command for the end of an upgrade, when no process of the previous version runs. */
export function replacedIndexCommands(dropReplaced: () => Promise<readonly string[]>): CommandTable {
  return {
    'contact-indexes prune': {
      usage: 'contact-indexes prune',
      run: async () => ({ dropped: await dropReplaced() }),
    },
  };
}
