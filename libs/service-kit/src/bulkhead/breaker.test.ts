import { describe, expect, it } from '@jest/globals';
import { AppError } from '@outreach/errors';
import { createBreaker } from './breaker.ts';

const CALLS_TO_OPEN = 20;

async function fail(): Promise<never> {
  return Promise.reject(new AppError('unavailable', 'Gone.'));
}

async function refuse(): Promise<never> {
  return Promise.reject(new AppError('not_found', 'Not here.'));
}

describe('a breaker', () => {
  it('opens after enough failures and then refuses at once without a call', async () => {
    const breaker = createBreaker('opens');
    for (let call = 0; call < CALLS_TO_OPEN; call += 1)
      await expect(breaker.fire(fail)).rejects.toThrow('Gone.');
    let called = false;
    const answered = breaker.fire(async () => {
      called = true;
      return Promise.resolve('late');
    });
    await expect(answered).rejects.toMatchObject({ kind: 'unavailable', privateText: 'opens: breaker open' });
    expect(called).toBe(false);
    breaker.stop();
  });

  it('opens by the calls that ended while other calls hang', async () => {
    const breaker = createBreaker('hanging');
    const ends = Promise.withResolvers<string>();
    const hanging = Array.from({ length: 5 * CALLS_TO_OPEN }, async () =>
      breaker.fire(async () => ends.promise),
    );
    for (let call = 0; call < CALLS_TO_OPEN; call += 1)
      await expect(breaker.fire(fail)).rejects.toThrow('Gone.');
    await expect(breaker.fire(refuse)).rejects.toMatchObject({ privateText: 'hanging: breaker open' });
    ends.resolve('late');
    expect(await Promise.all(hanging)).toHaveLength(5 * CALLS_TO_OPEN);
    breaker.stop();
  });

  it('stays closed after any number of valid error replies', async () => {
    const breaker = createBreaker('refusals');
    for (let call = 0; call < 2 * CALLS_TO_OPEN; call += 1) {
      await expect(breaker.fire(refuse)).rejects.toMatchObject({ kind: 'not_found' });
    }
    await expect(breaker.fire(async () => Promise.resolve('fine'))).resolves.toBe('fine');
    breaker.stop();
  });

  it('refuses calls over its capacity and does not count them as failures', async () => {
    const breaker = createBreaker('room', { capacity: 1 });
    const release = Promise.withResolvers<string>();
    const first = breaker.fire(async () => release.promise);
    for (let call = 0; call < 2 * CALLS_TO_OPEN; call += 1) {
      await expect(breaker.fire(refuse)).rejects.toMatchObject({ kind: 'unavailable' });
    }
    release.resolve('first');
    expect(await first).toBe('first');
    await expect(breaker.fire(async () => Promise.resolve('next'))).resolves.toBe('next');
    breaker.stop();
  });
});
