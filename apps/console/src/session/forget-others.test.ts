import { describe, expect, it } from '@jest/globals';
import type { SessionState } from './create-session.ts';
import { forgetOthers } from './forget-others.ts';

function givenPage() {
  const stored = new Map<string, string>();
  let state: SessionState = { status: 'unknown' };
  let listener = (): void => undefined;
  let forgotten = 0;
  const session = {
    current: () => state,
    subscribe: (added: () => void) => {
      listener = added;
      return () => undefined;
    },
  };
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  };
  const user = forgetOthers(session, storage, () => {
    forgotten += 1;
    stored.clear();
  });
  const token = { text: '', role: 'owner', scopes: new Set<string>(), expiresAtMs: 0 };
  return {
    stored,
    user,
    forgottenCount: () => forgotten,
    enter: (userId: string) => {
      state = { status: 'in', token: { ...token, userId } };
      listener();
    },
    change: (status: 'out' | 'lost') => {
      state = { status };
      listener();
    },
  };
}

describe('a page', () => {
  it('keeps everything for a user who logs in again after a lost session', () => {
    const page = givenPage();
    page.enter('usr_1');
    page.change('lost');
    expect(page.user.current()).toBe('usr_1');
    page.enter('usr_1');
    expect(page.forgottenCount()).toBe(0);
  });

  it('forgets everything when another user logs in after a lost session, or in another tab', () => {
    const page = givenPage();
    page.enter('usr_1');
    page.change('lost');
    page.enter('usr_2');
    expect([page.forgottenCount(), page.user.current()]).toEqual([1, 'usr_2']);
    page.enter('usr_3');
    expect(page.forgottenCount()).toBe(2);
  });

  it('forgets everything at a log-out, here or in another tab', () => {
    const page = givenPage();
    page.enter('usr_1');
    page.change('out');
    expect([page.forgottenCount(), page.stored.size]).toEqual([1, 0]);
  });

  it('keeps texts over a reload for the same user only', () => {
    const page = givenPage();
    page.stored.set('user-of-texts', 'usr_1');
    page.change('out');
    page.enter('usr_1');
    expect(page.forgottenCount()).toBe(0);
    page.change('out');
    page.stored.set('user-of-texts', 'usr_1');
    page.enter('usr_2');
    expect(page.forgottenCount()).toBe(2);
  });
});
