/** @needs script */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { COMMAND_FILE, createOutreachCommand, follow, type StartedCommand } from './outreach-command.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);
const outreach = await sharedByTests(async () => createOutreachCommand());
const terminals = await sharedByTests(async () => {
  const started = new Set<StartedCommand>();
  return {
    started,
    stop: async () => {
      for (const { child } of started) child.kill('SIGKILL');
    },
  };
});

/** Runs the command on a terminal of its own. Its output has what the terminal shows. */
function onTerminal(args: string): StartedCommand {
  const line = `"${process.execPath}" "${COMMAND_FILE}" ${args}`;
  const env = { ...outreach.env, TERM: 'xterm' };
  const command = follow(spawn('script', ['-qec', line, join(outreach.folder, 'typescript')], { env }));
  terminals.started.add(command);
  return command;
}

describe('outreach on a terminal', () => {
  it('does not show the API key that is typed at the prompt of login', async () => {
    const login = onTerminal(`login --url ${running.stack.baseUrl}`);
    await login.waitFor('API key for');
    login.child.stdin.write(`${running.apiKey}\r`);
    const { code, stdout } = await login.ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining('Logged in to')]);
    expect(stdout).not.toContain(running.apiKey);
  });

  it('shows a progress bar of an import, and ends at Ctrl-C with 130', async () => {
    const path = join(outreach.folder, 'bar.csv');
    const rows = Array.from({ length: 2_000 }, (_, index) => `bar${index}@terminal.example`);
    writeFileSync(path, `email\n${rows.join('\n')}\n`);
    const { code, stdout } = await onTerminal(`contacts import "${path}" --watch`).ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/Upload .*100 %/);
    expect(stdout).toMatch(/Import .*100 %/);
    expect(stdout).toContain('2000 created');
    const tail = onTerminal('events tail');
    await tail.waitFor('This workspace has no webhook endpoint');
    tail.child.stdin.write('\u0003');
    expect((await tail.ended).code).toBe(130);
  });
});
