import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';

const MODULE = path.join(import.meta.dirname, 'interrupt.ts');

/** Runs code in a process of its own while a resource runs that prints its stop. */
async function runWhile(code: string): Promise<{ readonly code: unknown; readonly output: string }> {
  const source = `
    import { whileRunning } from ${JSON.stringify(MODULE)};
    const stop = async () => { await new Promise((resolve) => setTimeout(resolve, 100)); console.log('stopped'); };
    await whileRunning({ stop }, async () => { ${code} });
    console.log('further work');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source]);
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code: exitCode, output };
}

const FOREVER = 'await new Promise((resolve) => setTimeout(resolve, 60_000));';

describe('whileRunning', () => {
  it('stops the resource after the work', async () => {
    expect(await runWhile('')).toEqual({ code: 0, output: 'stopped\nfurther work\n' });
  });

  it('stops the resource after work that fails', async () => {
    expect(await runWhile('throw new Error();')).toEqual({ code: 1, output: 'stopped\n' });
  });

  it('stops the resource after a rejection that nothing handles', async () => {
    const rejection = `void Promise.reject(new Error()); ${FOREVER}`;
    expect(await runWhile(rejection)).toEqual({ code: 1, output: 'stopped\n' });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('stops the resource at %s', async (signal) => {
    const killed = `process.kill(process.pid, '${signal}'); ${FOREVER}`;
    expect(await runWhile(killed)).toEqual({ code: 1, output: 'stopped\n' });
  });

  it('begins no further work after a signal', async () => {
    const killed = `process.kill(process.pid, 'SIGINT'); await new Promise((resolve) => setTimeout(resolve, 50));`;
    expect(await runWhile(killed)).toEqual({ code: 1, output: 'stopped\n' });
  });

  it('stops the resource once at several signals', async () => {
    const kill = "process.kill(process.pid, 'SIGINT')";
    const killed = `${kill}; setTimeout(() => ${kill}, 50); ${FOREVER}`;
    expect(await runWhile(killed)).toEqual({ code: 1, output: 'stopped\n' });
  });
});
