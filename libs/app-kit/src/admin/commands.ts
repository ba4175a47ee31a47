import { parseArgs } from 'node:util';

export interface CommandInput {
  readonly flags: Readonly<Record<string, string | undefined>>;
  /** All values of the flags that may repeat. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

/** An operator command. */
export interface AdminCommand {
  readonly usage: string;
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  /** Flags that may repeat. */
  readonly repeated?: readonly string[];
  /** Returns the object that is printed. The database is connected, the broker is not. */
  readonly run: (input: CommandInput) => Promise<object>;
}

/** Commands by their words: `workspace create`. */
export type CommandTable = Readonly<Record<string, AdminCommand>>;

/** The command line names no known command; the message lists the known commands. */
export class UsageError extends Error {
  constructor(problem: string, usages: readonly string[]) {
    super([problem, 'Commands:', ...usages.map((usage) => `  ${usage}`)].join('\n'));
    this.name = 'UsageError';
  }
}

export type ParsedCommand = () => Promise<object>;

/** @throws UsageError when words or flags match no command of the table. */
export function parseCommand(table: CommandTable, args: readonly string[]): ParsedCommand {
  const usages = Object.values(table).map(({ usage }) => usage);
  const words = args.slice(0, 2).filter((word) => !word.startsWith('-'));
  const name = words.join(' ');
  const command = table[name];
  if (command === undefined)
    throw new UsageError(name === '' ? 'A command is missing.' : `Unknown command: ${name}.`, usages);
  const input = parseFlags(command, { args: args.slice(words.length), usages });
  const missing = command.required?.find((flag) => input.flags[flag] === undefined);
  if (missing !== undefined) throw new UsageError(`${name} requires --${missing}.`, usages);
  return async () => command.run(input);
}

interface Line {
  readonly args: readonly string[];
  readonly usages: readonly string[];
}

function parseFlags(command: Omit<AdminCommand, 'run'>, { args, usages }: Line): CommandInput {
  const { required = [], optional = [], repeated = [] } = command;
  const once = [...required, ...optional].map((flag) => [flag, { type: 'string' as const }] as const);
  const often = repeated.map((flag) => [flag, { type: 'string' as const, multiple: true }] as const);
  try {
    const options = Object.fromEntries([...once, ...often]);
    const values = Object.entries(parseArgs({ args: [...args], options }).values);
    return {
      flags: Object.fromEntries(
        values.flatMap(([flag, value]) => (typeof value === 'string' ? [[flag, value]] : [])),
      ),
      lists: Object.fromEntries(
        values.flatMap(([flag, value]) => (Array.isArray(value) ? [[flag, value.map(String)]] : [])),
      ),
    };
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : String(thrown), usages);
  }
}
