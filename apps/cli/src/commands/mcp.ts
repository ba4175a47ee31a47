import type { Command } from 'commander';
import type { OpenSession } from '../session.ts';

export function addMcp(program: Command, open: OpenSession): void {
  program
    .command('mcp')
    .description(
      'serve the operations of the API as tools of the Model Context Protocol on standard input and output',
    )
    .option('--allow-writes', 'also serve the operations that change data')
    .action(async (options: { allowWrites?: boolean }, command: Command) => {
      const { serveMcp } = await import('../mcp/serve-mcp.ts');
      await serveMcp(open(command), options.allowWrites === true);
    });
}
