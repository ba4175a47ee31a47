import { Option, type Command } from 'commander';
import type { DeliveryOptions } from '../webhooks/deliveries.ts';
import type { ListenOptions } from '../webhooks/listen.ts';
import type { ReplayOptions } from '../webhooks/replay.ts';
import type { OpenSession } from '../session.ts';
import { count, seconds, time, url } from './values.ts';

const POLL_INTERVAL_MS = 1_000;
const FORWARD_TIMEOUT_MS = 30_000;

export function addWebhooks(program: Command, open: OpenSession): void {
  const webhooks = program.command('webhooks').description('webhook endpoints and their deliveries');
  webhooks
    .command('list')
    .description('list the endpoints')
    .action(async (_options: object, command: Command) => {
      const { listWebhooks } = await import('../webhooks/deliveries.ts');
      await listWebhooks(open(command));
    });
  addListen(webhooks, open);
  webhooks
    .command('deliveries')
    .description('list the deliveries of an endpoint, newest first')
    .argument('<webhook>', 'id of the endpoint')
    .addOption(
      new Option('--status <status>', 'only deliveries with this status').choices([
        'success',
        'failed',
        'pending',
      ]),
    )
    .option('--type <type>', 'only deliveries of this event type')
    .option('--limit <count>', 'at most this many deliveries; all of 30 days without it', count)
    .action(async (id: string, options: DeliveryOptions, command: Command) => {
      const { listDeliveries } = await import('../webhooks/deliveries.ts');
      await listDeliveries(open(command), id, options);
    });
  webhooks
    .command('replay')
    .description('send the events of a time range to an endpoint again')
    .argument('<webhook>', 'id of the endpoint')
    .requiredOption('--from <time>', 'time of the first events', time)
    .option('--to <time>', 'end of the range; now without it', time)
    .option('--types <types>', 'event types, separated by commas; those of the endpoint without it')
    .option('--watch', 'wait until each event was tried once')
    .action(async (id: string, options: ReplayOptions, command: Command) => {
      const { replay } = await import('../webhooks/replay.ts');
      await replay(open(command), id, options);
    });
}

function addListen(webhooks: Command, open: OpenSession): void {
  webhooks
    .command('listen')
    .description(
      'post each new event, signed, to a server on this machine; the feed needs an endpoint to exist',
    )
    .requiredOption('--forward <address>', 'address that receives the events', url)
    .option('--types <types>', 'only these event types, separated by commas')
    .option('--secret <secret>', 'sign with this secret; OUTREACH_WEBHOOK_SECRET or a new one without it')
    .option('--timeout <seconds>', 'time that the receiver has for an event', seconds, FORWARD_TIMEOUT_MS)
    .option('--interval <seconds>', 'time between two reads of the feed', seconds, POLL_INTERVAL_MS)
    .action(async (options: ListenOptions, command: Command) => {
      const { listen } = await import('../webhooks/listen.ts');
      await listen(open(command), options);
    });
}
