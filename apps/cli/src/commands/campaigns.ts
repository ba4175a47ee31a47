import { Option, type Command } from 'commander';
import type { CampaignListOptions } from '../campaigns/campaigns.ts';
import type { WatchOptions } from '../campaigns/watch-campaign.ts';
import type { OpenSession } from '../session.ts';
import { seconds } from './values.ts';

const STATUSES = ['draft', 'active', 'paused', 'completed', 'archived'];
const WATCH_INTERVAL_MS = 2_000;

export function addCampaigns(program: Command, open: OpenSession): void {
  const campaigns = program.command('campaigns').description('campaigns of the workspace');
  campaigns
    .command('list')
    .description('list campaigns, newest first; archived ones only with --status archived')
    .addOption(
      new Option('--status <status...>', 'only campaigns with one of these statuses').choices(STATUSES),
    )
    .option('--search <words>', 'only campaigns whose name has words with these beginnings')
    .action(async (options: CampaignListOptions, command: Command) => {
      const { listCampaigns } = await import('../campaigns/campaigns.ts');
      await listCampaigns(open(command), options);
    });
  for (const [name, description] of [
    ['launch', 'launch a draft'],
    ['pause', 'pause an active campaign'],
    ['resume', 'resume a paused campaign'],
  ] as const)
    campaigns
      .command(name)
      .description(description)
      .argument('<id>', 'id of the campaign')
      .action(async (id: string, _options: object, command: Command) => {
        const { changeCampaign } = await import('../campaigns/campaigns.ts');
        await changeCampaign(open(command), name, id);
      });
  campaigns
    .command('watch')
    .description('show the numbers of a campaign until it has ended')
    .argument('<id>', 'id of the campaign')
    .option('--interval <seconds>', 'time between two reads', seconds, WATCH_INTERVAL_MS)
    .action(async (id: string, options: WatchOptions, command: Command) => {
      const { watchCampaign } = await import('../campaigns/watch-campaign.ts');
      await watchCampaign(open(command), id, options);
    });
}
