import { parseArgs } from 'node:util';
import type { Requeue } from '@outreach/event-bus';
import type { ServiceBase } from '../service-base.ts';

export interface CommandInput {
  readonly flags: Readonly<Record<string, string | undefined>>;
  /** Every occurrence of the flags that may repeat. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

/** What a command works with. */
export interface CommandParts<Deps> {
  readonly base: ServiceBase;
  readonly deps: Deps;
  /** Takes up again what jobs of the service gave up. */
  readonly requeue?: Requeue;
}

/** A row of an operator's command table. */
export interface AdminCommand<Deps> {
  readonly usage: string;
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  /** Flags that may repeat. */
  readonly repeated?: readonly string[];
  /** Answers the object that is printed. */
  readonly run: (parts: CommandParts<Deps>, input: CommandInput) => Promise<object>;
}

/** By the words of the command: `workspace create`. */
export type CommandTable<Deps> = Readonly<Record<string, AdminCommand<Deps>>>;

/** A line that is no command; the text lists those there are. */
export class UsageError extends Error {
  constructor(problem: string, usages: readonly string[]) {
    super([problem, 'Commands:', ...usages.map((usage) => `  ${usage}`)].join('\n'));
    this.name = 'UsageError';
  }
}

export type ParsedCommand<Deps> = (parts: CommandParts<Deps>) => Promise<object>;

/** @throws UsageError when words or flags fit no command of the table. */
export function parseCommand<Deps>(table: CommandTable<Deps>, args: readonly string[]): ParsedCommand<Deps> {
  const usages = Object.values(table).map(({ usage }) => usage);
  const words = args.slice(0, 2).filter((word) => !word.startsWith('-'));
  const name = words.join(' ');
  const command = table[name];
  if (command === undefined)
    throw new UsageError(name === '' ? 'A command is missing.' : `Unknown command: ${name}.`, usages);
  const input = parseFlags(command, { args: args.slice(words.length), usages });
  const missing = command.required?.find((flag) => input.flags[flag] === undefined);
  if (missing !== undefined) throw new UsageError(`${name} needs --${missing}.`, usages);
  return async (parts) => command.run(parts, input);
}

interface Line {
  readonly args: readonly string[];
  readonly usages: readonly string[];
}

function parseFlags(command: Omit<AdminCommand<never>, 'run'>, { args, usages }: Line): CommandInput {
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
