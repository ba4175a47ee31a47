import type { Command, Option } from 'commander';

/**
 * The words that can follow, from the tree of commands.
 * @param words after the name of the command; the last one is the beginning of the word at the cursor.
 */
export function candidatesOf(program: Command, words: readonly string[]): string[] {
  const current = words.at(-1) ?? '';
  const { command, operandCount, open } = walk(program, words.slice(0, -1));
  const all = open === undefined ? next(command, operandCount, current) : (open.argChoices ?? []);
  return all.filter((candidate) => candidate.startsWith(current));
}

interface Position {
  command: Command;
  operandCount: number;
  /** The option whose value is at the cursor. */
  open: Option | undefined;
}

function walk(program: Command, words: readonly string[]): Position {
  const position: Position = { command: program, operandCount: 0, open: undefined };
  for (const word of words) {
    if (position.open !== undefined) {
      position.open = undefined;
    } else if (word.startsWith('-')) {
      const option = optionsOf(position.command).find(({ long, short }) => word === long || word === short);
      if (option?.required === true) position.open = option;
    } else {
      const child = position.command.commands.find((one) => one.name() === word);
      if (child === undefined) position.operandCount += 1;
      else position.command = child;
    }
  }
  return position;
}

function next(command: Command, operandCount: number, current: string): readonly string[] {
  if (current.startsWith('-')) return optionsOf(command).flatMap(({ long }) => long ?? []);
  const visible = command.createHelp().visibleCommands(command);
  if (operandCount === 0 && visible.length > 0) return visible.map((child) => child.name());
  return command.registeredArguments[operandCount]?.argChoices ?? [];
}

/** Options of the command and of those above it. */
function optionsOf(command: Command): readonly Option[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
}
