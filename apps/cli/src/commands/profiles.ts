import type { Command } from 'commander';
import type { OpenSession } from '../session.ts';
import { profileName, url } from './values.ts';

/** Log-in and the stored profiles. */
export function addProfiles(program: Command, open: OpenSession): void {
  program
    .command('login')
    .description('check an API key and store it in a profile; reads the key from a prompt or standard input')
    .option('--url <address>', 'address of the server', url)
    .action(async (options: { url?: string }, command: Command) => {
      const { logIn } = await import('../profiles/log-in.ts');
      await logIn(open(command), options.url);
    });
  program
    .command('logout')
    .description('delete the profile and its stored key')
    .action(async (_options: object, command: Command) => {
      const { logOut } = await import('../profiles/log-in.ts');
      await logOut(open(command));
    });
  const profiles = program.command('profiles').description('named servers and keys');
  profiles
    .command('list')
    .description('list the profiles')
    .action(async (_options: object, command: Command) => {
      const { listProfiles } = await import('../profiles/log-in.ts');
      await listProfiles(open(command));
    });
  profiles
    .command('use')
    .description('select the profile of the next commands')
    .argument('<name>', 'name of the profile', profileName)
    .action(async (name: string, _options: object, command: Command) => {
      const { useProfile } = await import('../profiles/log-in.ts');
      await useProfile(open(command), name);
    });
}
