import { Argument, type Command } from 'commander';
import type { OpenSession } from '../session.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The completion of a shell runs the hidden command `complete` with the words before the cursor. */
export function addCompletion(program: Command, open: OpenSession): void {
  program
    .command('completion')
    .description('write the completion script of a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action(async (shell: (typeof SHELLS)[number], _options: object, command: Command) => {
      const { COMPLETION_SCRIPTS } = await import('../completion/scripts.ts');
      await open(command).out.write(COMPLETION_SCRIPTS[shell]);
    });
  program
    .command('complete', { hidden: true })
    .argument('[words...]', 'the words after the name of the command')
    .action(async (words: string[], _options: object, command: Command) => {
      const { candidatesOf } = await import('../completion/candidates.ts');
      await open(command).out.write(
        candidatesOf(program, words)
          .map((word) => `${word}\n`)
          .join(''),
      );
    });
}
