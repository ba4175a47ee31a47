import { parseArgs } from 'node:util';
import type { User, Workspace } from './domain/model.ts';
import { createUser, createWorkspace, listWorkspaces } from './domain/operator.ts';
import type { Deps } from './domain/ports.ts';
import { scopesOf } from './domain/scopes-of.ts';

type Flags = Readonly<Record<string, string | undefined>>;

interface CommandInput {
  readonly flags: Flags;
  /** Every `--scope` of the line. */
  readonly scopes: readonly string[];
}

interface Command {
  readonly usage: string;
  readonly required: readonly string[];
  readonly run: (deps: Deps, input: CommandInput) => Promise<object>;
}

/** A row per command: its words, its flags and what it does. */
const COMMANDS: Readonly<Record<string, Command>> = {
  'workspace create': {
    usage:
      'workspace create --name N --owner USERNAME --password P [--tier default|enterprise] [--key-limit 600–3000] [--agency NAME]',
    required: ['name', 'owner', 'password'],
    run: async (deps, { flags }) => {
      const { workspace, user } = await createWorkspace(deps, {
        name: flags['name'] ?? '',
        owner: flags['owner'] ?? '',
        password: flags['password'] ?? '',
        tier: flags['tier'],
        keyLimit: flags['key-limit'] === undefined ? undefined : Number(flags['key-limit']),
        agency: flags['agency'],
      });
      return {
        workspace: showWorkspace(workspace),
        user: { id: user.id, username: user.username, role: user.role },
      };
    },
  },
  'user create': {
    usage:
      'user create --workspace ID --username U --password P --role owner|admin|member|viewer [--scope S]…',
    required: ['workspace', 'username', 'password', 'role'],
    run: async (deps, { flags, scopes }) => {
      const user = await createUser(deps, {
        workspaceId: flags['workspace'] ?? '',
        username: flags['username'] ?? '',
        password: flags['password'] ?? '',
        role: flags['role'] ?? '',
        scopes,
      });
      return { user: showUser(user) };
    },
  },
  'workspace list': {
    usage: 'workspace list',
    required: [],
    run: async (deps) => ({ workspaces: (await listWorkspaces(deps)).map(showWorkspace) }),
  },
};

const FLAGS = [
  'name',
  'owner',
  'password',
  'tier',
  'key-limit',
  'agency',
  'workspace',
  'username',
  'role',
] as const;

/** A line that is no command; the text lists those there are. */
export class UsageError extends Error {
  constructor(problem: string) {
    const usages = Object.values(COMMANDS).map((command) => `  ${command.usage}`);
    super([problem, 'Commands:', ...usages].join('\n'));
    this.name = 'UsageError';
  }
}

export interface ParsedCommand {
  run(deps: Deps): Promise<object>;
}

/** @throws UsageError when the words or flags fit no command. */
export function parseCommand(args: readonly string[]): ParsedCommand {
  const { values, positionals } = parse(args);
  const name = positionals.join(' ');
  const command = COMMANDS[name];
  if (command === undefined)
    throw new UsageError(name === '' ? 'A command is missing.' : `Unknown command: ${name}.`);
  const { scope, ...flags } = values;
  const missing = command.required.find((flag) => Reflect.get(flags, flag) === undefined);
  if (missing !== undefined) throw new UsageError(`${name} needs --${missing}.`);
  return { run: async (deps) => command.run(deps, { flags, scopes: scope ?? [] }) };
}

function parse(args: readonly string[]) {
  const single = Object.fromEntries(FLAGS.map((flag) => [flag, { type: 'string' as const }]));
  try {
    const scope = { type: 'string', multiple: true } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...single, scope },
    });
    const flags: Record<string, string | undefined> & { scope?: never } = {};
    const { scope: scopes, ...rest } = values;
    for (const [flag, value] of Object.entries(rest)) if (typeof value === 'string') flags[flag] = value;
    return { values: { ...flags, scope: scopes }, positionals };
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function showWorkspace({ id, name, tier, agency_id }: Workspace): object {
  return { id, name, tier, agency_id };
}

function showUser(user: User): object {
  const { id, workspace_id, username, role } = user;
  return { id, workspace_id, username, role, scopes: scopesOf(user) };
}
