import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.ts';
import { withCall } from './scope.ts';
import { systemContext } from './system-context.ts';

function linesOf(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  const destination = { write: (line: string): number => lines.push(line) };
  write(createLogger({ name: 'test', level: 'info', destination }));
  return lines.join('');
}

describe('the logger', () => {
  it.each([
    'password',
    'access',
    'refresh',
    'authorization',
    'key',
    'signing_secret',
    'secret',
    'token',
    'cookie',
  ])('never writes the value of %s at any of the first three levels', (member) => {
    const text = linesOf((logger) => {
      logger.info(
        { [member]: 'hush-1', request: { [member]: 'hush-2', headers: { [member]: 'hush-3' } } },
        'sent',
      );
    });
    expect(text).toContain('[redacted]');
    expect(text).not.toContain('hush');
  });

  it('adds the trace id of the current call', () => {
    const ctx = systemContext({ workspaceId: 'ws_1', requestId: 'req_1' });
    const text = linesOf((logger) => withCall(ctx, () => logger.info('in a call')));
    expect(JSON.parse(text)).toMatchObject({ trace_id: ctx.trace.traceId });
  });

  it('writes one JSON object per line with service and time', () => {
    const text = linesOf((logger) => {
      logger.info({ contact_id: 'ct_1' }, 'created');
    });
    expect(JSON.parse(text)).toMatchObject({
      service: 'test',
      contact_id: 'ct_1',
      msg: 'created',
      time: expect.any(String),
    });
  });

  it('writes nothing below its level', () => {
    expect(
      linesOf((logger) => {
        logger.debug('detail');
      }),
    ).toBe('');
  });
});
